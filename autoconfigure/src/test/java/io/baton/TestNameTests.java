package io.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The name of a test says subject, condition and result, in few words: a longer one is not read. */
class TestNameTests {

    private static final int MOST_WORDS = 12;
    private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w+)\\(");

    @Test
    void each_test_has_at_most_twelve_words() {
        assertThat(Sources.tests().stream()
                        .flatMap(file -> METHOD.matcher(Sources.text(file)).results())
                        .map(method -> method.group(1))
                        .filter(name -> name.split("_", -1).length > MOST_WORDS))
                .as("tests with more than %s words: say subject, condition and result, and nothing else", MOST_WORDS)
                .isEmpty();
    }
}
