package io.baton.type;

import io.baton.InvalidPayloadException;
import io.baton.PayloadCodec;
import io.baton.PayloadKeyException;
import io.baton.PayloadKeys;
import io.baton.loop.FailureText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DeflaterInputStream;
import java.util.zip.InflaterInputStream;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/** Compresses and encrypts what another codec writes. The header of a text says how, and is authenticated. Texts without one are read as they are. */
public final class PackingCodec implements PayloadCodec {

    private static final Pattern HEADER = Pattern.compile("baton:(?:zip|aes:([A-Za-z0-9._-]{1,64})(:zip)?):");
    private static final int NONCE = 12;
    private static final int TAG = 16;
    /** The maximum size of what is compressed: no short text becomes one that fills the heap. */
    private static final int LARGEST = 16 * 1024 * 1024;

    private final PayloadCodec plain;
    private final @Nullable PayloadKeys keys;
    private final long compressFrom;
    private final SecureRandom random = new SecureRandom();

    PackingCodec(PayloadCodec plain, @Nullable PayloadKeys keys, @Nullable DataSize compressFrom) {
        this.plain = plain;
        this.keys = keys;
        this.compressFrom = compressFrom == null ? Long.MAX_VALUE : compressFrom.toBytes();
    }

    /** Returns a codec that packs what this one writes, unless it does. Fails if the current key cannot be used. */
    static PayloadCodec of(PayloadCodec plain, @Nullable PayloadKeys keys, @Nullable DataSize compressFrom) {
        if (plain instanceof PackingCodec) {
            return plain;
        }
        PackingCodec packing = new PackingCodec(plain, keys, compressFrom);
        requireKey(packing);
        return packing;
    }

    /** Returns the codec whose texts this one packs; itself if it packs none. */
    public static PayloadCodec plain(PayloadCodec codec) {
        return codec instanceof PackingCodec packing ? packing.plain : codec;
    }

    /** Refuses a current key that cannot be used, before an effect whose result could not be kept. */
    public static void requireKey(PayloadCodec codec) {
        if (codec instanceof PackingCodec packing) {
            packing.pack("");
        }
    }

    /** Returns a stored text as the codec inside wrote it. */
    public static @Nullable String unpacked(PayloadCodec codec, @Nullable String stored) {
        return codec instanceof PackingCodec packing && stored != null ? unpack(stored, packing.keys) : stored;
    }

    /** Returns whether two stored texts have the same content, which their encryption hides; false if that cannot be read. */
    public static boolean areSame(PayloadCodec codec, String stored, @Nullable String other) {
        try {
            return stored.equals(other) || Objects.equals(unpacked(codec, stored), unpacked(codec, other));
        } catch (InvalidPayloadException e) {
            return false;
        }
    }

    /** Returns a stored text packed anew, such as with another key; the same if that cannot be done. */
    public static @Nullable String renewed(PayloadCodec codec, @Nullable String stored) {
        if (!(codec instanceof PackingCodec packing) || stored == null) {
            return stored;
        }
        try {
            String by = packing.current();
            return by != null && stored.startsWith("baton:aes:" + by + ":")
                    ? stored
                    : packing.pack(unpack(stored, packing.keys));
        } catch (InvalidPayloadException e) {
            return stored;
        }
    }

    /** Returns a stored text as operators see it: not compressed. One that is encrypted begins with the id of its key. */
    public static String shown(String stored) {
        try {
            return unpack(stored, null);
        } catch (InvalidPayloadException e) {
            return stored;
        }
    }

    static boolean isPacked(String text) {
        return HEADER.matcher(text).lookingAt();
    }

    @Override
    public String write(Object value, Class<?> declared) {
        return pack(hiding(() -> plain.write(value, declared)));
    }

    @Override
    public <T> T read(String text, Class<T> declared) {
        String unpacked = unpack(text, keys);
        return hiding(() -> plain.read(unpacked, declared));
    }

    /** Leaves out the causes of a failure if there are secrets, which they may quote: errors are stored in plain text. */
    private <T> T hiding(Supplier<T> call) {
        try {
            return call.get();
        } catch (Throwable e) {
            if (keys == null || e instanceof VirtualMachineError) {
                throw e;
            }
            throw new InvalidPayloadException(
                    e instanceof InvalidPayloadException ? String.valueOf(e.getMessage()) : FailureText.of(e));
        }
    }

    private String pack(String text) {
        boolean zips = (text.length() >= compressFrom || isPacked(text)) && text.length() <= LARGEST / 3;
        String by = current();
        if (by == null && !zips) {
            return text;
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new InvalidPayloadException("A text holds half a surrogate pair, which has no UTF-8 form");
        }
        try {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            byte[] zipped = zips ? all(new DeflaterInputStream(new ByteArrayInputStream(bytes))) : bytes;
            if (by != null) {
                boolean shorter = zipped.length < bytes.length;
                return encrypted(by, shorter ? zipped : bytes, shorter ? ":zip:" : ":");
            }
            String packed = "baton:zip:" + Base64.getEncoder().encodeToString(zipped);
            return packed.length() < bytes.length || isPacked(text) ? packed : text;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("Every JDK has AES, GCM and Deflate", e);
        }
    }

    /** Returns the id of the key that encrypts; null if none does. */
    private @Nullable String current() {
        try {
            return keys != null && keys.encrypts() ? keys.currentId() : null;
        } catch (RuntimeException e) {
            throw new PayloadKeyException("The bean PayloadKeys does not say by which key it encrypts", e);
        }
    }

    private String encrypted(String id, byte[] content, String end) throws GeneralSecurityException {
        String header = "baton:aes:" + id + end;
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        byte[] sealed = cipher(Cipher.ENCRYPT_MODE, keys, id, header, nonce).doFinal(content);
        byte[] all = ByteBuffer.allocate(NONCE + sealed.length)
                .put(nonce)
                .put(sealed)
                .array();
        return header + Base64.getEncoder().encodeToString(all);
    }

    private static String unpack(String text, @Nullable PayloadKeys keys) {
        Matcher header = HEADER.matcher(text);
        if (!header.lookingAt()) {
            return text;
        }
        String id = header.group(1);
        try {
            byte[] bytes = Base64.getDecoder().decode(text.substring(header.end()));
            if (id != null) {
                Assert.isTrue(bytes.length >= NONCE + TAG, "too short");
                Cipher cipher = cipher(Cipher.DECRYPT_MODE, keys, id, header.group(), bytes);
                bytes = cipher.doFinal(bytes, NONCE, bytes.length - NONCE);
            }
            boolean zipped = id == null || header.group(2) != null;
            byte[] plain = zipped ? all(new InflaterInputStream(new ByteArrayInputStream(bytes))) : bytes;
            Assert.isTrue(!zipped || plain.length <= LARGEST, "too large");
            return new String(plain, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException | IOException e) {
            throw new InvalidPayloadException("A stored text that begins with " + header.group() + " was changed or cut"
                    + (id == null
                            ? ", or has more than 16 MB"
                            : ", or the key \"" + id + "\" is not the one that encrypted it"));
        }
    }

    /** Returns a cipher with the first bytes of this array as its nonce. */
    private static Cipher cipher(int mode, @Nullable PayloadKeys keys, String id, String header, byte[] nonce) {
        Exception cause = null;
        try {
            SecretKey key = keys == null ? null : keys.find(id);
            if (key != null) {
                Assert.isTrue(
                        HEADER.matcher(header).matches(),
                        "An id has 1 to 64 letters, digits, dots, hyphens and underscores");
                Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
                cipher.init(mode, key, new GCMParameterSpec(TAG * Byte.SIZE, nonce, 0, NONCE));
                cipher.updateAAD(header.getBytes(StandardCharsets.UTF_8));
                return cipher;
            }
        } catch (RuntimeException | GeneralSecurityException e) {
            cause = e;
        }
        String reason = keys == null
                ? "there is no bean PayloadKeys"
                : "the bean PayloadKeys " + (cause == null ? "does not return it" : "returns none that can be used");
        throw new PayloadKeyException(
                "The payload key \"" + id + "\" is not there: " + reason
                        + ". Jobs that need it go on, with the attempts that they have, once it is",
                cause);
    }

    private static byte[] all(InputStream in) throws IOException {
        try (in) {
            return in.readNBytes(LARGEST + 1);
        }
    }
}
