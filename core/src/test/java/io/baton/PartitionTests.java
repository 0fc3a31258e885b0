package io.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Each id belongs to one partition, and to the same one wherever it is asked. */
class PartitionTests {

    private static final List<Integer> COUNTS = List.of(1, 2, 3, 7, 16);

    private static final Integer[] TEXTS = {4, 12, 23, 34};
    private static final Integer[] UUIDS = {5, 13, 21, 29, 37};

    private static LongStream ids() {
        return LongStream.concat(
                LongStream.concat(
                        LongStream.rangeClosed(-300, 300),
                        LongStream.range(0, 300).map(id -> id * 2 + 5_000)),
                LongStream.of(
                        Long.MIN_VALUE,
                        Long.MIN_VALUE + 1,
                        Long.MAX_VALUE,
                        Long.MAX_VALUE - 1,
                        1L << 31,
                        (1L << 31) - 1,
                        -(1L << 31),
                        4_294_967_294L));
    }

    private static Stream<Partition> partitions(int count) {
        return IntStream.range(0, count).mapToObj(index -> new Partition(index, count));
    }

    @Test
    void each_belongs_to_exactly_one() {
        for (int count : COUNTS) {
            assertThat(ids().filter(id -> owners(count, partition -> partition.owns(id)) != 1))
                    .isEmpty();
            assertThat(IntStream.range(0, 200)
                            .mapToObj(id -> new UUID(id * 77L, id))
                            .filter(id -> owners(count, partition -> partition.owns(id)) != 1))
                    .isEmpty();
            assertThat(IntStream.range(0, 200)
                            .mapToObj(id -> "\u00fcser " + id)
                            .filter(id -> owners(count, partition -> partition.owns(id)) != 1))
                    .isEmpty();
        }
    }

    private interface Owns {
        boolean by(Partition partition);
    }

    private static long owners(int count, Owns owns) {
        return partitions(count).filter(owns::by).count();
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void a_database_shares_them_as_java_does(TestDatabase database) {
        try (HikariDataSource dataSource = database.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(dataSource);
            sql.execute("CREATE TABLE person (id bigint NOT NULL)");
            sql.batchUpdate(
                    "INSERT INTO person VALUES (?)",
                    ids().mapToObj(id -> new Object[] {id}).toList());
            for (int count : COUNTS) {
                partitions(count).forEach(partition -> {
                    String query = "SELECT p.id FROM person p WHERE " + partition.sql("p.id");
                    assertThat(sql.queryForList(query, Long.class))
                            .as("%s by %s", partition, query)
                            .containsExactlyInAnyOrderElementsOf(
                                    ids().filter(partition::owns).boxed().toList());
                });
            }
        }
    }

    @Test
    void the_remainder_shares_as_the_source_does() {
        assertThat(LongStream.rangeClosed(0, 10).filter(owned(0)::owns)).hasSize(6);
        assertThat(LongStream.rangeClosed(0, 10).filter(owned(1)::owns)).hasSize(5);
    }

    private static Partition owned(int index) {
        return new Partition(index, 2);
    }

    @Test
    void texts_and_uuids_are_shared_evenly() {
        Partition first = new Partition(0, 2);
        assertThat(IntStream.range(0, 10_000)
                        .mapToObj(id -> "user" + id)
                        .filter(first::owns)
                        .count())
                .isBetween(4_700L, 5_300L);
        assertThat(IntStream.range(0, 10_000)
                        .mapToObj(id -> new UUID(0x0190_0000_0000_7000L + id, 0x8000_0000_0000_0000L))
                        .filter(first::owns)
                        .count())
                .isBetween(4_700L, 5_300L);
    }

    /** Stored lists would be shared anew if the hash changed: each would be worked on by another job than before. */
    @Test
    void the_hashes_stay_what_they_are() {
        Partition eighth = new Partition(7, 8);
        assertThat(IntStream.range(0, 40).filter(id -> eighth.owns("user" + id)).boxed())
                .containsExactly(TEXTS);
        assertThat(IntStream.range(0, 40)
                        .filter(id -> eighth.owns(new UUID(((long) id << 34) + id * 6L, id)))
                        .boxed())
                .containsExactly(UUIDS);
    }

    @Test
    void there_is_no_partition_beyond_the_last() {
        assertThatThrownBy(() -> new Partition(2, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Partition(-1, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Partition(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
