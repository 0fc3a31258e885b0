package io.baton.handler;

import static io.baton.handler.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.start.StartRefusedException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class HandlerRefusalTests {

    @Nested
    class Reach {

        @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
        static class Private {
            @JobHandler
            private void process(ProcessFile file) {}
        }

        static class Final {
            @JobHandler
            final void process(ProcessFile file) {}
        }

        static class Static {
            @JobHandler
            static void process(ProcessFile file) {}
        }

        @Test
        void private_method() {
            refused(
                    Private.class,
                    "The job handler Private.process(ProcessFile) of bean \"private\" (" + Private.class.getName()
                            + ") cannot be used: it is private, so a proxy of its bean cannot pass the call on.",
                    "Make the method package-private or wider, neither final (in Kotlin: open) nor static.");
        }

        @Test
        void final_method() {
            refused(
                    Final.class,
                    "it is final, so a proxy of its bean cannot pass the call on.",
                    "Make the method package-private or wider, neither final (in Kotlin: open) nor static.");
        }

        @Test
        void static_method() {
            refused(
                    Static.class,
                    "it is static, so a proxy of its bean cannot pass the call on.",
                    "Make the method package-private or wider, neither final (in Kotlin: open) nor static.");
        }
    }

    @Nested
    class Duplicates {

        static class One {
            @JobHandler
            void process(ProcessFile file) {}
        }

        static class Other {
            @JobHandler("process-file")
            void handle(JobContext job) {}
        }

        @Test
        void two_handlers_of_one_type() {
            StartRefusedException refusal = catchThrowableOfType(StartRefusedException.class, () -> Scan.of(context -> {
                        context.registerBean("one", One.class);
                        context.registerBean("other", Other.class);
                    })
                    .close());

            assertThat(refusal.description())
                    .isEqualTo(
                            "The job type \"process-file\" has two handlers: One.process(ProcessFile) of bean \"one\" ("
                                    + One.class.getName() + ") and Other.handle(JobContext) of bean \"other\" ("
                                    + Other.class.getName() + ").");
            assertThat(refusal.action())
                    .isEqualTo(
                            "Remove one of them, or give them different names with @JobHandler(\"..\"). If both are the same"
                                    + " method, its class is a bean twice.");
        }

        @Test
        void one_class_that_is_a_bean_twice() {
            StartRefusedException refusal = catchThrowableOfType(StartRefusedException.class, () -> Scan.of(context -> {
                        context.registerBean("first", One.class);
                        context.registerBean("second", One.class);
                    })
                    .close());

            assertThat(refusal).hasMessageContainingAll("of bean \"first\"", "of bean \"second\"");
        }
    }
}
