package io.baton;

import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/**
 * The keys of payloads. With a bean of this type Baton encrypts, by AES-GCM, all that the {@link PayloadCodec} writes, and stores the id of the key
 * with it. The methods are called for each text, by any thread: have the keys in memory.
 */
public interface PayloadKeys {

    /** Returns the id of the key that encrypts: 1 to 64 letters, digits, dots, hyphens and underscores. */
    String currentId();

    /** Returns the AES key with this id, of 16, 24 or 32 bytes; null if it is not there: jobs that need it wait, and use up no attempt. */
    @Nullable
    SecretKey find(String id);

    /** Returns whether new texts are encrypted. If not, encrypted ones are still read: before all nodes have the keys, and after encryption ended. */
    default boolean encrypts() {
        return true;
    }
}
