package io.baton.worker.call;

import io.baton.InvalidPayloadException;
import io.baton.loop.LogText;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Describes failures for rows and logs: class, message and stack, bounded in length. */
final class ErrorText {

    private static final int LONGEST = 8_000;
    private static final int LONGEST_TRACE = 100_000;
    private static final int DEEPEST = 10;

    private ErrorText() {}

    // whatever the methods of the failure do, its job must get an outcome
    static String of(Throwable failure) {
        StringWriter text = new StringWriter();
        if (!printed(failure, text)) {
            text.append(failure.getClass().getName()).append(", which cannot describe itself");
        }
        return bounded(text.toString());
    }

    /** Returns whether a logger can print the failure: it describes itself, and at no excessive length. */
    static boolean isPrintable(Throwable failure) {
        StringWriter text = new StringWriter();
        return printed(failure, text) && text.getBuffer().length() <= LONGEST_TRACE;
    }

    private static boolean printed(Throwable failure, StringWriter text) {
        try {
            failure.printStackTrace(new PrintWriter(text, true));
            return true;
        } catch (Throwable e) {
            return false;
        }
    }

    /** Returns classes and messages of the failure and its causes in one line. Of the causes of an unreadable payload it names the class only. */
    static String line(Throwable failure) {
        StringBuilder line = new StringBuilder(described(failure));
        boolean secret = failure instanceof InvalidPayloadException;
        Throwable cause = failure.getCause();
        for (int depth = 1; cause != null && depth < DEEPEST; depth++) {
            line.append(", caused by ").append(secret ? cause.getClass().getName() : described(cause));
            cause = cause.getCause();
        }
        return line.toString();
    }

    private static String described(Throwable failure) {
        String name = failure.getClass().getName();
        try {
            String message = failure.getLocalizedMessage();
            return message == null ? name : name + ": " + LogText.of(message);
        } catch (Throwable e) {
            return name;
        }
    }

    /** Cuts a text that is too long, but not within a surrogate pair. */
    private static String bounded(String text) {
        if (text.length() <= LONGEST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return text.substring(0, end) + "\n... cut after " + end + " of " + text.length() + " characters";
    }
}
