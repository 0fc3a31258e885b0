package io.baton.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.worker.call.FailureOutcomes.ErrorText;
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
