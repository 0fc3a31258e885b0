package io.baton.database;

import org.jspecify.annotations.Nullable;

/** Runs statements that change rows. */
interface Updates {

    /** Runs a statement; returns how many rows it changed. */
    int update(String sql, @Nullable Object... parameters);
}
