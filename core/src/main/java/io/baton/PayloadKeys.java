package io.baton;

import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * The keys with which payloads, checkpoints, results and values of signals are encrypted, by AES-GCM. With a bean of this type, Baton encrypts what
 * the {@link PayloadCodec} writes, and stores the id of the key with it.
 *
 * <p>The methods are called for each text, by any thread: implementations have the keys in memory.
 */
public interface PayloadKeys {

    /** Returns the id of the key that encrypts: up to 64 letters, digits, dots, hyphens and underscores. */
    String currentId();

    /**
     * Returns the AES key with this id, of 16, 24 or 32 bytes; null if there is none. Jobs that need one that is not there wait for it, without
     * using up an attempt.
     */
    @Nullable
    SecretKey find(String id);

    /**
     * Returns whether new texts are encrypted. With false they are stored in plain text, and those that are encrypted can be read: before all
     * nodes have the keys, and after encryption was given up.
     */
    default boolean encrypts() {
        return true;
    }
}
