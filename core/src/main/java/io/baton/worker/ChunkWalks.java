package io.baton.worker;

import io.baton.PayloadCodec;
import io.baton.chunk.PortionReader;

/** What jobs need to walk through rows in portions. */
record ChunkWalks(
        PortionReader reader, TransactionalExecution transactions, PayloadCodec codec, ProgressWriter progress) {}
