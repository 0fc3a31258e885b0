package io.baton.testing;

import static io.baton.testing.TestDatabase.H2;
import static io.baton.testing.TestDatabase.MARIADB;
import static io.baton.testing.TestDatabase.MEMORY;
import static io.baton.testing.TestDatabase.MYSQL;
import static io.baton.testing.TestDatabase.POSTGRES;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EachDatabaseTests {

    @OnEachDatabase(and = MEMORY)
    private static final class OnAll {}

    @OnEachDatabase({})
    private static final class OnNone {}

    private static List<TestDatabase> databases(Class<?> tests, @Nullable String names) {
        return EachDatabase.databases(requireNonNull(tests.getAnnotation(OnEachDatabase.class)), names);
    }

    @Test
    void without_a_selection_tests_run_on_each_database_that_they_name() {
        assertThat(databases(OnAll.class, null)).containsExactly(H2, POSTGRES, MARIADB, MYSQL, MEMORY);
    }

    @Test
    void a_selection_leaves_the_databases_that_it_names() {
        assertThat(databases(OnAll.class, "memory, h2")).containsExactly(H2, MEMORY);
        assertThat(databases(OnAll.class, "mariadb-container")).isEmpty();
    }

    @Test
    void an_unknown_name_is_an_error_that_lists_the_names() {
        assertThatThrownBy(() -> databases(OnAll.class, "h2,postgresql"))
                .hasMessageContainingAll("'postgresql'", "memory", "postgres", "mariadb-container", "mysql");
        assertThatThrownBy(() -> databases(OnAll.class, "")).hasMessageContaining("''");
    }

    @Test
    void tests_that_name_no_database_are_an_error() {
        assertThatThrownBy(() -> databases(OnNone.class, null)).hasMessageContaining("no database");
    }
}
