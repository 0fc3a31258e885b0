package io.baton.autoconfigure;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** What somebody probably meant to write. */
final class NearMiss {

    private static final int FURTHEST = 3;

    private NearMiss() {}

    /** The nearest of the words, if it is near. */
    static Optional<String> of(String written, Collection<String> words) {
        return words.stream()
                .min(Comparator.comparingInt(word -> distance(written, word)))
                .filter(word -> distance(written, word) <= FURTHEST);
    }

    /** How many letters to insert, remove or replace to make one word of the other. */
    private static int distance(String one, String other) {
        int[] above = new int[other.length() + 1];
        for (int column = 0; column <= other.length(); column++) {
            above[column] = column;
        }
        for (int row = 1; row <= one.length(); row++) {
            int[] current = new int[other.length() + 1];
            current[0] = row;
            for (int column = 1; column <= other.length(); column++) {
                int replaced = above[column - 1] + (one.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, 1 + Math.min(above[column], current[column - 1]));
            }
            above = current;
        }
        return above[other.length()];
    }
}
