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

/**
 * Whose transactions transactional handlers run in.
 *
 * @param manager the application's for Baton's data source; null if it has none
 */
record HandlerTransactions(@Nullable PlatformTransactionManager manager) {

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
        if (manager instanceof JpaTransactionManager jpa) {
            return jpa.getDataSource() == dataSource;
        }
        return manager instanceof DataSourceTransactionManager jdbc && jdbc.getDataSource() == dataSource;
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
}
