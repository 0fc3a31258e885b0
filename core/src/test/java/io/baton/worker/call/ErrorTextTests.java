package io.baton.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.worker.call.FailureOutcomes.ErrorText;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ErrorTextTests {

    private static final int MOST = 8_200;

    @Test
    void a_long_message_is_cut_and_says_so() {
        String text = ErrorText.of(new IllegalStateException("x".repeat(1_000_000)));
        assertThat(text)
                .hasSizeLessThan(MOST)
                .startsWith("java.lang.IllegalStateException: xxx")
                .contains("cut after");
    }

    @Test
    void a_text_of_frames_alone_is_kept() {
        String frames = ErrorText.of(new RuntimeException() {

            @Override
            public void printStackTrace(java.io.PrintWriter to) {
                to.print("\tat org.other.Class.method(Class.java:7)");
            }
        });
        assertThat(frames.strip()).isEqualTo("at org.other.Class.method(Class.java:7)");
    }

    @Test
    void a_long_chain_of_causes_is_cut() {
        Throwable failure = new IllegalStateException("first");
        for (int i = 0; i < 1_000; i++) {
            failure = new IllegalStateException("and then", failure);
        }
        assertThat(ErrorText.of(failure)).hasSizeLessThan(MOST);
    }

    @Test
    void a_pair_of_characters_is_not_split() {
        for (int i = 0; i < 2; i++) {
            String text = ErrorText.of(new IllegalStateException("x".repeat(i) + "\ud83d\ude00".repeat(10_000)));
            assertThat(text.codePoints().filter(point -> point >= 0xd800 && point < 0xe000))
                    .as("halves of characters")
                    .isEmpty();
        }
    }

    private static final String[] BELOW_HANDLER = {
        "java.lang.reflect.Method.invoke",
        "io.baton.handler.HandlerBean.call",
        "io.baton.handler.Handler.invoke",
        "org.other.Pool.run",
        "java.lang.Thread.run"
    };

    private static <T extends Throwable> T at(T failure, String... methods) {
        failure.setStackTrace(Stream.of(methods)
                .map(method -> {
                    int dot = method.lastIndexOf('.');
                    return new StackTraceElement(method.substring(0, dot), method.substring(dot + 1), "It.java", 7);
                })
                .toArray(StackTraceElement[]::new));
        return failure;
    }

    private static String[] handlerOf(String... methods) {
        return Stream.of(methods, BELOW_HANDLER).flatMap(Stream::of).toArray(String[]::new);
    }

    private static String frame(String method) {
        return "\tat " + method + "(It.java:7)\n";
    }

    @Test
    void frames_of_proxies_and_reflection_and_below_the_handler_are_left_out() {
        String text = ErrorText.of(at(
                new IllegalStateException("no mail\nto 7"),
                handlerOf(
                        "org.postgresql.Driver.send",
                        "com.shop.Mails.send",
                        "java.lang.reflect.Method.invoke",
                        "org.springframework.aop.framework.CglibAopProxy.intercept",
                        "com.shop.Mails$$SpringCGLIB$$0.send",
                        "jdk.proxy2.$Proxy88.send",
                        "com.shop.$Proxy8.send",
                        "com.shop.MailJobs.lambda$send$0",
                        "io.baton.worker.call.HandlerSteps$Step.call",
                        "com.shop.MailJobs.send")));
        assertThat(text)
                .isEqualTo("java.lang.IllegalStateException: no mail\nto 7\n"
                        + frame("org.postgresql.Driver.send")
                        + frame("com.shop.Mails.send")
                        + frame("com.shop.MailJobs.lambda$send$0")
                        + frame("com.shop.MailJobs.send"));
    }

    @Test
    void causes_and_suppressed_exceptions_stay_with_the_frame_that_threw_them() {
        Throwable cause = at(new IllegalArgumentException("cause"), "java.lang.reflect.Method.invoke", "com.shop.A.b");
        IllegalStateException failure =
                at(new IllegalStateException("first", cause), handlerOf("org.springframework.aop.A.b", "com.shop.B.c"));
        failure.addSuppressed(at(new IllegalCallerException("beside"), "io.baton.worker.call.X.y", "com.shop.C.d"));
        assertThat(ErrorText.of(failure))
                .isEqualTo("java.lang.IllegalStateException: first\n"
                        + frame("org.springframework.aop.A.b")
                        + frame("com.shop.B.c")
                        + "\tSuppressed: java.lang.IllegalCallerException: beside\n"
                        + "\t" + frame("io.baton.worker.call.X.y")
                        + "\t" + frame("com.shop.C.d")
                        + "Caused by: java.lang.IllegalArgumentException: cause\n"
                        + frame("java.lang.reflect.Method.invoke")
                        + frame("com.shop.A.b"));
    }

    @Test
    void a_cause_below_many_frames_is_kept() {
        Throwable failure = new IllegalArgumentException("root");
        for (int i = 0; i < 4; i++) {
            String level = "of level " + i;
            String[] deep = IntStream.range(0, 300)
                    .mapToObj(frame -> "org.library.Deep.call" + frame)
                    .toArray(String[]::new);
            failure = at(new IllegalStateException(level, failure), deep);
        }
        assertThat(ErrorText.of(failure))
                .hasSizeLessThan(8_000)
                .contains("Caused by: java.lang.IllegalArgumentException: root")
                .contains(frame("org.library.Deep.call0") + frame("org.library.Deep.call1"))
                .contains(frame("org.library.Deep.call298") + frame("org.library.Deep.call299"));
    }

    @Test
    void a_failure_that_cannot_describe_itself_is_named() {
        String text = ErrorText.of(new RuntimeException() {
            @Override
            public String getMessage() {
                throw new IllegalStateException("no message");
            }
        });
        assertThat(text).contains(ErrorTextTests.class.getName());
    }
}
