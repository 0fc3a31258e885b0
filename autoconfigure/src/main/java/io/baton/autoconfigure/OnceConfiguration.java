package io.baton.autoconfigure;

import io.baton.BatonException;
import io.baton.Once;
import io.baton.PayloadCodec;
import io.baton.database.OwnTransactions;
import io.baton.enqueue.CallersTransaction;
import io.baton.once.BatonOnce;
import io.baton.once.EntityLock;
import io.baton.once.OnceStore;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OnceConfiguration {

    @Bean
    OwnOnce batonOwnOnce(
            StoreFactory stores,
            OwnTransactions transactions,
            CallersTransaction callers,
            PayloadCodec codec,
            BatonProperties properties,
            ObjectProvider<EntityLock> entities) {
        return new OwnOnce(new BatonOnce(
                new OnceStore(stores.database()),
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

    /** The store of the sweeper, also where a test of the application puts a mock in place of the bean that applications inject. */
    record OwnOnce(BatonOnce once) {}
}
