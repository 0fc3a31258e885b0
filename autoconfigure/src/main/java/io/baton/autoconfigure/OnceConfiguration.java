package io.baton.autoconfigure;

import io.baton.BatonException;
import io.baton.Once;
import io.baton.PayloadCodec;
import io.baton.database.OwnTransactions;
import io.baton.enqueue.CallersTransaction;
import io.baton.once.BatonOnce;
import io.baton.once.EntityLock;
import io.baton.once.OnceStore;
import io.baton.once.jdbc.JdbcOnceStore;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OnceConfiguration {

    @Bean
    @DependsOnDatabaseInitialization
    OwnOnce batonOwnOnce(
            BatonDatabase database,
            OwnTransactions transactions,
            CallersTransaction callers,
            PayloadCodec codec,
            BatonProperties properties,
            ObjectProvider<EntityLock> entities) {
        OnceStore store = new JdbcOnceStore(database.dataSource(), database.schema());
        return new OwnOnce(new BatonOnce(
                store,
                transactions,
                callers,
                codec,
                properties.once().settings(properties.payload().bytes()),
                () -> lock(entities)));
    }

    @Bean
    Once batonOnce(OwnOnce own) {
        return own.once();
    }

    private static @Nullable EntityLock lock(ObjectProvider<EntityLock> entities) {
        try {
            return entities.getIfAvailable();
        } catch (BeanCreationException e) {
            if (e.getMostSpecificCause() instanceof BatonException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
