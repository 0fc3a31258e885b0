package io.baton.worker.context;

import io.baton.PayloadCodec;
import io.baton.chunk.PortionReader;

/** What jobs need to walk through rows in portions. */
public record ChunkWalks(
        PortionReader reader, TransactionalExecution transactions, PayloadCodec codec, ProgressWriter progress) {}
