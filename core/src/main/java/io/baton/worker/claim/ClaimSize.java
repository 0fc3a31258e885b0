package io.baton.worker.claim;

/** The sizes of claims: a few, since each is a statement of its own that connections and database keep prepared. */
final class ClaimSize {

    private static final int[] SIZES = {1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1_000};

    private ClaimSize() {}

    /** Returns the largest size that is not above this; zero below one. */
    static int notAbove(int wanted) {
        int size = 0;
        for (int candidate : SIZES) {
            if (candidate > wanted) {
                break;
            }
            size = candidate;
        }
        return size;
    }
}
