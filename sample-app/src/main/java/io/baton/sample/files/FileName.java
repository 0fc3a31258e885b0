package io.baton.sample.files;

import org.jspecify.annotations.Nullable;

/** Untrusted names of files: only shown, never used as a path. */
final class FileName {

    private static final int LONGEST = 100;

    private FileName() {}

    /** Returns the last part of the name, shortened, without unprintable characters. */
    static String shown(@Nullable String given) {
        String whole = given == null ? "" : given;
        String last = whole.substring(Math.max(whole.lastIndexOf('/'), whole.lastIndexOf('\\')) + 1);
        String printable = last.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "").strip();
        if (printable.isEmpty()) {
            return "(no name)";
        }
        int end = Math.min(LONGEST, printable.codePointCount(0, printable.length()));
        return printable.substring(0, printable.offsetByCodePoints(0, end));
    }
}
