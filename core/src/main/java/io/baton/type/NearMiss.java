package io.baton.type;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Finds the name that a misspelt one probably stands for. */
public final class NearMiss {

    private static final int FURTHEST = 3;

    private NearMiss() {}

    /** Returns a blank and the question whether the nearest word was meant; an empty text if no word is near enough. */
    public static String question(String written, Collection<String> words) {
        return words.stream()
                .min(Comparator.comparingInt(word -> distance(written, word)))
                .filter(word -> distance(written, word) <= FURTHEST)
                .map(word -> " Did you mean '" + word + "'?")
                .orElse("");
    }

    /** Returns whether two names are nearly the same. Names that differ in digits only are a series, and similar by intention. */
    public static boolean areNearly(String one, String other) {
        int near = Math.min(2, Math.min(one.length(), other.length()) / 4);
        boolean series = one.replaceAll("\\d", "").equals(other.replaceAll("\\d", ""));
        return letters(one).equals(letters(other)) || (distance(one, other) <= near && !series);
    }

    private static String letters(String name) {
        return name.replaceAll("[-._]", "").toLowerCase(Locale.ROOT);
    }

    /** Returns how many letters must be inserted, removed, replaced or swapped with the next one to turn one word into the other. */
    public static int distance(String one, String other) {
        int[][] rows = new int[one.length() + 1][other.length() + 1];
        for (int row = 0; row <= one.length(); row++) {
            for (int column = 0; column <= other.length(); column++) {
                rows[row][column] = row == 0 || column == 0 ? row + column : least(rows, one, other, row, column);
            }
        }
        return rows[one.length()][other.length()];
    }

    private static int least(int[][] rows, String one, String other, int row, int column) {
        char last = one.charAt(row - 1);
        char otherLast = other.charAt(column - 1);
        int replaced = rows[row - 1][column - 1] + (last == otherLast ? 0 : 1);
        int least = Math.min(replaced, 1 + Math.min(rows[row - 1][column], rows[row][column - 1]));
        boolean swapped = row > 1 && column > 1 && last == other.charAt(column - 2) && otherLast == one.charAt(row - 2);
        return swapped ? Math.min(least, 1 + rows[row - 2][column - 2]) : least;
    }
}
