package io.baton.autoconfigure;

import io.baton.handler.Handler;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.UnreadableHandlerException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.ClassUtils;

/**
 * Whose transactions transactional handlers run in.
 *
 * @param manager the application's for Baton's data source; null if it has none
 */
record HandlerTransactions(@Nullable PlatformTransactionManager manager) {

    private static final boolean JPA = ClassUtils.isPresent(
            "org.springframework.orm.jpa.JpaTransactionManager", HandlerTransactions.class.getClassLoader());

    /** The one that is marked, else the only or primary one if it is for this data source, else the first that is. */
    static HandlerTransactions on(
            DataSource dataSource,
            ObjectProvider<PlatformTransactionManager> marked,
            ObjectProvider<PlatformTransactionManager> all) {
        return new HandlerTransactions(marked.getIfAvailable(() -> find(dataSource, all)));
    }

    private static @Nullable PlatformTransactionManager find(
            DataSource dataSource, ObjectProvider<PlatformTransactionManager> all) {
        PlatformTransactionManager chosen = all.getIfUnique();
        if (chosen != null && carries(chosen, dataSource)) {
            return chosen;
        }
        return all.orderedStream()
                .filter(manager -> carries(manager, dataSource))
                .findFirst()
                .orElse(null);
    }

    private static boolean carries(PlatformTransactionManager manager, DataSource dataSource) {
        return dataSourceOf(manager) == dataSource;
    }

    private static @Nullable DataSource dataSourceOf(PlatformTransactionManager manager) {
        if (manager instanceof DataSourceTransactionManager jdbc) {
            return jdbc.getDataSource();
        }
        return JPA ? Jpa.dataSourceOf(manager) : null;
    }

    /** Refuses handlers that ask for a transaction where there is no manager to begin one: better now than at their first job. */
    void check(HandlerRegistry handlers) {
        if (manager == null) {
            handlers.all().stream()
                    .filter(handler -> handler.settings().transactional())
                    .findFirst()
                    .ifPresent(HandlerTransactions::refuse);
        }
    }

    private static void refuse(Handler handler) {
        throw new UnreadableHandlerException(
                "The handler of \"" + handler.type()
                        + "\" is transactional = true, but the application has no transaction manager for Baton's data source.",
                "Declare a JpaTransactionManager or JdbcTransactionManager for that data source, mark one of another kind with"
                        + " @BatonTransactionManager, or remove transactional = true from @JobHandler.");
    }

    /** Apart, since JPA may not be there. */
    private static final class Jpa {

        static @Nullable DataSource dataSourceOf(PlatformTransactionManager manager) {
            return manager instanceof JpaTransactionManager jpa ? jpa.getDataSource() : null;
        }
    }
}
