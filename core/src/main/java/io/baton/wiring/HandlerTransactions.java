package io.baton.wiring;

import io.baton.UnusableTransactionException;
import io.baton.connection.ManagedDataSource;
import io.baton.connection.ManagedDataSource.Carried;
import io.baton.database.MappersConnection;
import io.baton.handler.Handler;
import io.baton.handler.HandlerRegistry;
import io.baton.start.StartRefusedException;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.ClassUtils;

/**
 * Finds and checks the transaction manager of transactional handlers.
 *
 * @param manager the application's manager for Baton's data source; null if it has none
 */
public record HandlerTransactions(
        @Nullable PlatformTransactionManager manager, DataSource dataSource, ListableBeanFactory beans) {

    /**
     * Returns the marked manager, else the only or primary one if it is for this data source, else the first that is, else the only or primary one if
     * its data source is unknown. The {@link #guard} then checks it in each transaction.
     */
    public static HandlerTransactions on(
            DataSource dataSource, @Nullable PlatformTransactionManager marked, ListableBeanFactory beans) {
        return new HandlerTransactions(marked != null ? marked : find(dataSource, beans), dataSource, beans);
    }

    private static @Nullable PlatformTransactionManager find(DataSource dataSource, ListableBeanFactory beans) {
        ObjectProvider<PlatformTransactionManager> all = beans.getBeanProvider(PlatformTransactionManager.class);
        PlatformTransactionManager chosen = all.getIfUnique();
        Carried carried = chosen == null ? Carried.NO : ManagedDataSource.carried(chosen, dataSource);
        if (carried == Carried.YES) {
            return chosen;
        }
        return all.orderedStream()
                .filter(manager -> ManagedDataSource.carried(manager, dataSource) == Carried.YES)
                .findFirst()
                .orElse(carried == Carried.UNKNOWN ? chosen : null);
    }

    /** Refuses transactional handlers at the start where no manager can begin their transaction. */
    public void check(HandlerRegistry handlers) {
        handlers.all().stream()
                .filter(handler -> handler.settings().transactional())
                .findFirst()
                .ifPresent(this::check);
    }

    private void check(Handler handler) {
        if (manager == null) {
            throw refusal(
                    handler,
                    "the application has no transaction manager for Baton's data source, which is "
                            + name(dataSource, DataSource.class)
                            + managers());
        }
        if (ManagedDataSource.carried(manager, dataSource) == Carried.NO) {
            throw refusal(
                    handler,
                    "the transaction manager " + name(manager, PlatformTransactionManager.class)
                            + " is for another data source than Baton's, which is "
                            + name(dataSource, DataSource.class)
                            + ": what the handler writes and the completion of its job would not commit together");
        }
    }

    private String managers() {
        Map<String, PlatformTransactionManager> all =
                beans.getBeansOfType(PlatformTransactionManager.class, false, false);
        return all.isEmpty()
                ? ""
                : "; there is "
                        + all.values().stream()
                                .map(each -> name(each, PlatformTransactionManager.class))
                                .collect(Collectors.joining(", "));
    }

    private static StartRefusedException refusal(Handler handler, String problem) {
        return new StartRefusedException(
                "The handler of \"" + handler.type() + "\" is transactional = true, but " + problem + ".",
                "Declare a JpaTransactionManager or JdbcTransactionManager for that data source, mark it with"
                        + " @BatonTransactionManager if there are several (without Spring Boot, give it to BatonEngine), or"
                        + " remove transactional = true from @JobHandler.");
    }

    /** Returns an action that refuses the thread's transaction unless it carries Baton's data source. Only a transaction makes that certain. */
    public Runnable guard() {
        MappersConnection connection = new MappersConnection(dataSource);
        return () -> {
            if (!connection.isTransactional()) {
                throw new UnusableTransactionException("The transaction manager "
                        + (manager == null ? "" : name(manager, PlatformTransactionManager.class))
                        + " has begun a transaction that carries no connection of Baton's data source, which is "
                        + name(dataSource, DataSource.class)
                        + ": what is written of the job would not commit with it, so that the handler does nothing in it. Mark the"
                        + " manager of that data source with @BatonTransactionManager");
            }
        };
    }

    private <T> String name(T bean, Class<T> type) {
        String kind = ClassUtils.getQualifiedName(bean.getClass()).replaceFirst(".*\\.", "");
        return beans.getBeansOfType(type, false, false).entrySet().stream()
                .filter(each -> each.getValue() == bean)
                .map(each -> "'" + each.getKey() + "' (" + kind + ")")
                .findFirst()
                .orElse("a " + kind);
    }
}
