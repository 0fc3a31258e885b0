package io.baton.type;

import io.baton.PayloadKeys;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Keys that a test adds, removes and changes. */
public final class TestKeys implements PayloadKeys {

    public final Map<String, SecretKey> byId = new ConcurrentHashMap<>();
    public volatile String current = "";
    public volatile boolean encrypts = true;

    /** Adds a key with so many bytes, and encrypts with it. */
    public TestKeys add(String id, int seed, int length) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        byId.put(id, new SecretKeySpec(bytes, "AES"));
        current = id;
        return this;
    }

    @Override
    public String currentId() {
        return current;
    }

    @Override
    public @Nullable SecretKey find(String id) {
        return byId.get(id);
    }

    @Override
    public boolean encrypts() {
        return encrypts;
    }
}
