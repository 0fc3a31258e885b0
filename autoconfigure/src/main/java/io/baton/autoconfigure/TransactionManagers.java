package io.baton.autoconfigure;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/** Finds the application's transaction manager for a data source. */
final class TransactionManagers {

    private TransactionManagers() {}

    /** The only or primary one if it is for this data source, or else the first that is; null if there is none. */
    static @Nullable PlatformTransactionManager of(
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
}
