package io.baton.batch;

import io.baton.Batch;

/**
 * A batch that was opened by its key.
 *
 * @param created whether there was none before
 */
public record OpenedBatch(Batch batch, boolean created) {}
