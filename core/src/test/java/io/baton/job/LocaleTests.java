package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobFilter;
import io.baton.testing.TestDatabase;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A JVM may write numbers in digits that no database reads. */
class LocaleTests {

    private final Locale before = Locale.getDefault();

    @BeforeEach
    void useDigitsOfOurOwn() {
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        assertThat(String.format("%d", 10)).isNotEqualTo("10");
    }

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void statements_are_the_same_everywhere(TestDatabase kind) {
        try (StoreOnDatabase database = new StoreOnDatabase(kind)) {
            long id = database.insert(job());
            assertThat(database.store
                            .claim(new Claim("q", UUID.randomUUID(), database.worker, 10, Set.of("work")))
                            .jobs())
                    .extracting(ClaimedJob::id)
                    .containsExactly(id);
            database.insert(job());
            assertThat(database.claim(10)).hasSize(1);
            assertThat(database.pulses().take(database.worker, Set.of("q")).alive())
                    .isTrue();
            assertThat(database.store.cancel(List.of(id))).isEqualTo(1);
            assertThat(database.store.search(JobFilter.all(), 0, 10)).hasSize(2);
            database.store.promoteDue(10);
            database.store.purge(TestedStore.KEEP_ALL, 10);
            database.store.unlockStrays(10);
        }
    }
}
