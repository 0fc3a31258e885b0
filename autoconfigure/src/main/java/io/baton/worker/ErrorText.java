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

    /** Without the one character that no database stores, and not cut within a pair. */
    static String bounded(String text) {
        String clean = text.replace('\0', '\uFFFD');
        if (clean.length() <= LONGEST) {
            return clean;
        }
        int end = Character.isHighSurrogate(clean.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return clean.substring(0, end) + "\n... cut after " + end + " of " + clean.length() + " characters";
    }
}
