package io.baton.type;

import java.util.Locale;
import java.util.regex.Pattern;

/** {@code HTTPCall} as {@code http-call}. */
final class KebabCase {

    private static final Pattern SEAM =
            Pattern.compile("(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})|[_$]+");

    private KebabCase() {}

    static String of(String simpleName) {
        String dashed = SEAM.matcher(simpleName).replaceAll("-");
        return trimmed(dashed.replaceAll("-{2,}", "-")).toLowerCase(Locale.ROOT);
    }

    private static String trimmed(String dashed) {
        return dashed.replaceAll("^-|-$", "");
    }
}
