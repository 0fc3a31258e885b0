package io.baton.worker;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What is kept of a failure: class, message and stack, no longer than a person reads. */
final class ErrorText {

    private static final int LONGEST = 8_000;

    private ErrorText() {}

    // whatever the failure does when it is asked, its job must come to an outcome
    static String of(Throwable failure) {
        StringWriter text = new StringWriter();
        try {
            failure.printStackTrace(new PrintWriter(text, true));
        } catch (Throwable e) {
            text.append(failure.getClass().getName()).append(", which cannot describe itself");
        }
        return bounded(text.toString());
    }

    /** Not cut within a pair. */
    private static String bounded(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return text.substring(0, end) + "\n... cut after " + end + " of " + text.length() + " characters";
    }
}
