package io.baton.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.connection.CredentialsOfPool;
import io.baton.connection.DriverLimits;
import io.baton.connection.EnginePool;
import io.baton.database.Vendor;
import io.baton.job.JobSignal.ClusterSignal;
import io.baton.wakeup.RemoteWakeups;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.ManualMode;
import java.util.Objects;
import java.util.Properties;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Wakes workers for new jobs: in this JVM always, between JVMs where the database can notify. */
@Configuration(proxyBeanMethods = false)
class WakeupConfiguration {

    @Bean
    WakeupInbox batonWakeupInbox() {
        return new WakeupInbox();
    }

    @Bean
    WakeupPublisher batonWakeupPublisher(WakeupInbox inbox, ObjectProvider<RemoteWakeups> remote) {
        RemoteWakeups wakeups = remote.getIfAvailable();
        return new WakeupPublisher(inbox, wakeups == null ? ClusterSignal.NONE : wakeups.signal());
    }

    /** Apart, since PostgreSQL's driver may not be there. Where tests run the jobs, there is nothing to wake. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.postgresql.PGConnection")
    @ConditionalOnBooleanProperty(name = "baton.wakeup.listen-notify", matchIfMissing = true)
    @ConditionalOnMissingBean(ManualMode.class)
    static class NotifyConfiguration {

        @Bean
        @DependsOnDatabaseInitialization
        RemoteWakeups batonRemoteWakeups(
                BatonDatabase database,
                ObjectProvider<EnginePool> pool,
                WakeupInbox inbox,
                BatonProperties properties) {
            if (!Vendor.notifies(database.dataSource())) {
                return RemoteWakeups.none();
            }
            EnginePool engine = pool.getIfAvailable();
            if (engine == null) {
                return RemoteWakeups.sending(database.dataSource(), database.schema());
            }
            String url = properties.wakeup().jdbcUrl();
            DataSource direct = url == null
                    ? engine.dataSource()
                    : past(url, database.dataSource(), properties.worker().name());
            return RemoteWakeups.exchanging(engine.dataSource(), direct, database.schema(), inbox);
        }

        private static DataSource past(String url, DataSource pooled, String worker) {
            PropertyRules.check(
                    RemoteWakeups.canListenAt(url),
                    "baton.wakeup.jdbc-url",
                    url.replaceFirst("\\?.*", "?.."),
                    "a JDBC URL of PostgreSQL, such as jdbc:postgresql://host:5432/database");
            HikariDataSource hikari = DataSourceUnwrapper.unwrap(pooled, HikariDataSource.class);
            String labelled = labelled(url, worker);
            return hikari == null ? new DriverManagerDataSource(labelled) : new CredentialsOfPool(hikari, labelled);
        }

        private static String labelled(String url, String worker) {
            return Objects.requireNonNull(DriverLimits.labelled(url, new Properties(), worker));
        }
    }
}
