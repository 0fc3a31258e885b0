package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobContext;
import io.baton.JobHandler;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

/** Asks what an application that is processed ahead of time has registered for its jobs. */
class HandlerAotProcessorTests {

    record Line(int number, Price price) {}

    record Price(long cents) {}

    record Order(String customer, List<Line> lines) {}

    sealed interface Parcel permits Letter, Crate {}

    record Letter(int pages) implements Parcel {}

    record Crate(double weight) implements Parcel {}

    record Receipt(String number) {}

    @Configuration(proxyBeanMethods = false)
    @Import({DataSourceAutoConfiguration.class, BatonAutoConfiguration.class})
    static class Warehouse {

        @JobHandler
        Receipt pack(Order order, JobContext job) {
            return new Receipt(order.customer());
        }

        @JobHandler
        void send(List<Parcel> parcels) {}
    }

    @Configuration(proxyBeanMethods = false)
    @Import(BatonAutoConfiguration.class)
    static class WithoutDataSource {}

    private final RuntimeHints hints = process(Warehouse.class, new InMemoryGeneratedFiles());

    private static RuntimeHints process(Class<?> application, InMemoryGeneratedFiles files) {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.register(application);
            DefaultGenerationContext generation =
                    new DefaultGenerationContext(new ClassNameGenerator(ClassName.get(application)), files);
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
            generation.writeGeneratedContent();
            return generation.getRuntimeHints();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Order.class, Line.class, Price.class, Receipt.class, Letter.class, Crate.class})
    void what_is_stored_as_json_can_be_made_and_read(Class<?> type) {
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(type)
                        .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .accepts(hints);
        assertThat(type.getRecordComponents()).allSatisfy(component -> assertThat(
                        RuntimeHintsPredicates.reflection().onMethodInvocation(component.getAccessor()))
                .accepts(hints));
    }

    @Test
    void handlers_can_be_called() throws NoSuchMethodException {
        assertThat(RuntimeHintsPredicates.reflection()
                        .onMethodInvocation(Warehouse.class.getDeclaredMethod("pack", Order.class, JobContext.class)))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection()
                        .onMethodInvocation(Warehouse.class.getDeclaredMethod("send", List.class)))
                .accepts(hints);
    }

    @Test
    void without_a_data_source_nothing_is_generated() throws IOException {
        InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
        process(WithoutDataSource.class, files);
        Set<String> sources =
                files.getGeneratedFiles(GeneratedFiles.Kind.SOURCE).keySet();
        assertThat(sources).isNotEmpty();
        for (String source : sources) {
            assertThat(files.getGeneratedFileContent(GeneratedFiles.Kind.SOURCE, source))
                    .doesNotContain("BatonAutoConfiguration");
        }
    }
}
