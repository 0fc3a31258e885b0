package io.baton.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Partition;
import io.baton.testing.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Root;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.persistenceunit.MutablePersistenceUnitInfo;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;

/** A Criteria query shares ids as Java does. */
class PartitionPredicateTests {

    @Entity(name = "PartitionedPerson")
    static class PartitionedPerson {

        @Id
        private Long id = 0L;

        Long id() {
            return id;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void criteria_share_ids_as_java_does(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            sql.execute("CREATE TABLE PartitionedPerson (id bigint PRIMARY KEY)");
            List<Long> ids = LongStream.concat(
                            LongStream.rangeClosed(-100, 100),
                            LongStream.of(Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, -(1L << 31)))
                    .boxed()
                    .toList();
            sql.batchUpdate(
                    "INSERT INTO PartitionedPerson VALUES (?)",
                    ids.stream().map(id -> new Object[] {id}).toList());
            try (EntityManagerFactory factory = entities(dataSource);
                    EntityManager entities = factory.createEntityManager()) {
                for (int count : new int[] {1, 2, 7, 16}) {
                    IntStream.range(0, count)
                            .mapToObj(index -> new Partition(index, count))
                            .forEach(partition -> assertThat(owned(entities, partition))
                                    .as("%s", partition)
                                    .containsExactlyInAnyOrderElementsOf(
                                            ids.stream().filter(partition::owns).toList()));
                }
            }
        }
    }

    private static List<Long> owned(EntityManager entities, Partition partition) {
        CriteriaBuilder criteria = entities.getCriteriaBuilder();
        CriteriaQuery<Long> query = criteria.createQuery(Long.class);
        Root<PartitionedPerson> person = query.from(PartitionedPerson.class);
        query.select(person.get("id")).where(PartitionPredicate.of(partition, criteria, person.get("id")));
        return entities.createQuery(query).getResultList();
    }

    private static EntityManagerFactory entities(HikariDataSource dataSource) {
        LocalContainerEntityManagerFactoryBean bean = new LocalContainerEntityManagerFactoryBean();
        bean.setDataSource(dataSource);
        bean.setPersistenceUnitName("partitions");
        bean.setPackagesToScan("io.baton.nothing");
        bean.setPersistenceUnitPostProcessors(PartitionPredicateTests::addPerson);
        bean.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        bean.setJpaPropertyMap(Map.of(
                "hibernate.physical_naming_strategy",
                "org.hibernate.boot.model.naming.PhysicalNamingStrategyStandardImpl"));
        bean.afterPropertiesSet();
        return Objects.requireNonNull(bean.getObject());
    }

    private static void addPerson(MutablePersistenceUnitInfo unit) {
        unit.addManagedClassName(PartitionedPerson.class.getName());
    }
}
