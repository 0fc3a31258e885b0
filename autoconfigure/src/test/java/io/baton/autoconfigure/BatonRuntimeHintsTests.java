package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.FoundJob;
import io.baton.jpa.EndedJobEntity;
import io.baton.jpa.FixedNamesBinder;
import io.baton.jpa.JobEntity;
import io.baton.monitor.Monitor.JobRelations;
import io.baton.monitor.Monitor.WorkerStatus;
import io.baton.monitor.QueueStatus;
import io.baton.operator.Page;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class BatonRuntimeHintsTests {

    private final RuntimeHints hints = new RuntimeHints();

    BatonRuntimeHintsTests() {
        new BatonRuntimeHints().registerHints(hints, getClass().getClassLoader());
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "postgresql", "mariadb"})
    void the_migrations_are_in_a_native_image(String vendor) {
        String migration = "io/baton/schema/" + vendor + "/V1__tables.sql";
        assertThat(getClass().getResource("/" + migration)).isNotNull();
        assertThat(RuntimeHintsPredicates.resource().forResource(migration)).accepts(hints);
    }

    @Test
    void the_document_of_batches_over_http_is_in_a_native_image() {
        String document = "io/baton/batch/web/openapi.json";
        assertThat(getClass().getResource("/" + document)).isNotNull();
        assertThat(RuntimeHintsPredicates.resource().forResource(document)).accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(strings = {"index.html", "app.js", "app.css", "uPlot.iife.min.js"})
    void the_page_of_the_dashboard_is_in_a_native_image(String file) {
        assertThat(RuntimeHintsPredicates.resource().forResource("io/baton/dashboard/" + file))
                .accepts(hints);
    }

    @Test
    void json_can_be_written_of_a_job() throws NoSuchMethodException {
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(FoundJob.class.getMethod("queue")))
                .accepts(hints);
    }

    @Test
    void json_can_be_written_of_what_the_endpoint_answers() throws NoSuchMethodException {
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(Page.class.getMethod("items")))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(QueueStatus.class.getMethod("oldestDue")))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(WorkerStatus.class.getMethod("holding")))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(JobRelations.class.getMethod("permits")))
                .accepts(hints);
    }

    @Test
    void hibernate_can_make_the_binder_of_names() throws NoSuchMethodException {
        assertThat(RuntimeHintsPredicates.reflection()
                        .onConstructorInvocation(FixedNamesBinder.class.getDeclaredConstructor()))
                .accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(classes = {JobEntity.class, EndedJobEntity.class})
    void hibernate_can_make_and_fill_entities(Class<?> entity) throws NoSuchFieldException, NoSuchMethodException {
        assertThat(RuntimeHintsPredicates.reflection().onConstructorInvocation(entity.getDeclaredConstructor()))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onFieldAccess(entity.getSuperclass().getDeclaredField("state")))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(entity.getDeclaredField("endedAt")))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(TypeReference.of("io.baton.jpa.JobColumns$StateConverter"))
                        .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .accepts(hints);
    }
}
