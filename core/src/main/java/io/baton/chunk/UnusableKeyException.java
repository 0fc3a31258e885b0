package io.baton.chunk;

import io.baton.BatonException;
import io.baton.Chunks;

/** Thrown if the key column cannot lead through the rows. */
final class UnusableKeyException extends BatonException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception for the key column of these chunks. */
    UnusableKeyException(Chunks<?> chunks, String problem) {
        super("The rows cannot be walked through in chunks by \"" + chunks.keyColumn() + "\", which " + problem);
    }
}
