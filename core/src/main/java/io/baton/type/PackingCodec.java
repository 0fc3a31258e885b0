package io.baton.type;

import io.baton.InvalidPayloadException;
import io.baton.PayloadCodec;
import io.baton.PayloadKeyException;
import io.baton.PayloadKeys;
import io.baton.loop.FailureText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Compresses and encrypts what another codec writes. The text says how before its last colon, which is authenticated; Base64 follows. Reads all
 * other texts as they are.
 */
public final class PackingCodec implements PayloadCodec {

    private static final String IDS = "[A-Za-z0-9._-]{1,64}";
    private static final Pattern HEADER = Pattern.compile("baton:(?:zip|aes:(" + IDS + ")(:zip)?):");
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    /** The maximum size of what is compressed: no short text becomes one that fills the heap. */
    private static final int LARGEST = 16 * 1024 * 1024;

    private final PayloadCodec plain;
    private final @Nullable PayloadKeys keys;
    private final long compressFrom;
    private final SecureRandom random = new SecureRandom();

    PackingCodec(PayloadCodec plain, @Nullable PayloadKeys keys, long compressFrom) {
        this.plain = plain;
        this.keys = keys;
        this.compressFrom = compressFrom;
    }

    /**
     * Returns a codec that packs what this one writes, or this one if there is nothing to do.
     *
     * @param compressFrom the length from which on texts are compressed; null for never
     * @throws PayloadKeyException if the current key cannot be used
     */
    public static PayloadCodec of(PayloadCodec plain, @Nullable PayloadKeys keys, @Nullable Long compressFrom) {
        if (keys == null && compressFrom == null) {
            return plain;
        }
        PackingCodec packing = new PackingCodec(plain, keys, compressFrom == null ? Long.MAX_VALUE : compressFrom);
        packing.pack("");
        return packing;
    }

    /** Returns the codec whose texts this one packs; itself if it packs none. */
    public static PayloadCodec plain(PayloadCodec codec) {
        return codec instanceof PackingCodec packing ? packing.plain : codec;
    }

    /** Returns a stored text as the codec inside wrote it. */
    public static @Nullable String unpacked(PayloadCodec codec, @Nullable String stored) {
        return codec instanceof PackingCodec packing && stored != null ? unpack(stored, packing.keys) : stored;
    }

    /** Returns a stored text as it would be encrypted now; the same if it is, or its key is not there. */
    public static @Nullable String renewed(PayloadCodec codec, @Nullable String stored) {
        if (!(codec instanceof PackingCodec packing) || stored == null) {
            return stored;
        }
        Matcher header = HEADER.matcher(stored);
        String id = header.lookingAt() ? header.group(1) : null;
        try {
            PayloadKeys now = packing.encrypting();
            boolean isRenewed = now == null ? id == null : now.currentId().equals(id);
            return isRenewed ? stored : packing.pack(unpack(stored, packing.keys));
        } catch (InvalidPayloadException e) {
            return stored;
        }
    }

    static boolean isPacked(String text) {
        return HEADER.matcher(text).lookingAt();
    }

    /** Returns a stored text as operators see it: not compressed, and of one that is encrypted the id of its key. */
    public static String shown(String stored) {
        Matcher header = HEADER.matcher(stored);
        if (header.lookingAt() && header.group(1) != null) {
            return header.group() + " (encrypted, " + stored.length() + " characters)";
        }
        try {
            return unpack(stored, null);
        } catch (InvalidPayloadException e) {
            return stored;
        }
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
        } catch (RuntimeException e) {
            if (keys == null) {
                throw e;
            }
            throw new InvalidPayloadException(
                    e instanceof InvalidPayloadException ? String.valueOf(e.getMessage()) : FailureText.of(e));
        }
    }

    private @Nullable PayloadKeys encrypting() {
        return keys != null && keys.encrypts() ? keys : null;
    }

    /** Checks before an effect that its result can be encrypted. */
    public static void requireKey(PayloadCodec codec) {
        PayloadKeys now = codec instanceof PackingCodec packing ? packing.encrypting() : null;
        if (now != null) {
            key(now, now.currentId());
        }
    }

    private String pack(String text) {
        PayloadKeys now = encrypting();
        boolean ambiguous = isPacked(text);
        boolean zips = (ambiguous || text.length() >= compressFrom) && text.length() <= LARGEST / 3;
        if (now == null && !zips) {
            return text;
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new InvalidPayloadException("A text holds half a surrogate pair, which has no UTF-8 form");
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] zipped = zips ? zipped(bytes) : bytes;
        if (now != null) {
            return zipped.length < bytes.length ? encrypted(now, zipped, ":zip:") : encrypted(now, bytes, ":");
        }
        String packed = "baton:zip:" + Base64.getEncoder().encodeToString(zipped);
        return ambiguous || packed.length() < bytes.length ? packed : text;
    }

    private String encrypted(PayloadKeys now, byte[] content, String end) {
        String id = now.currentId();
        if (!id.matches(IDS)) {
            throw new PayloadKeyException("The bean PayloadKeys has the currentId \"" + id + "\", which must have 1 to 64 letters, digits,"
                    + " dots, hyphens and underscores", null);
        }
        String header = "baton:aes:" + id + end;
        byte[] nonce = new byte[NONCE];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, now, id, header, nonce).doFinal(content);
            byte[] all = ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed).array();
            return header + Base64.getEncoder().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has AES/GCM", e);
        }
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
                // JDKs differ in what they throw for fewer
                Assert.isTrue(bytes.length >= NONCE + TAG_BITS / Byte.SIZE, "too short");
                bytes = cipher(Cipher.DECRYPT_MODE, keys, id, header.group(), bytes)
                        .doFinal(bytes, NONCE, bytes.length - NONCE);
            }
            boolean zipped = id == null || header.group(2) != null;
            return new String(zipped ? unzipped(bytes) : bytes, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException | IOException e) {
            // no cause: it says nothing more
            throw new InvalidPayloadException("The stored text that begins with " + header.group()
                    + " was changed or cut" + (id == null ? "" : ", or the key \"" + id + "\" is not the one that encrypted it"));
        }
    }

    /** Returns a cipher with the first bytes as its nonce. */
    private static Cipher cipher(int mode, @Nullable PayloadKeys keys, String id, String header, byte[] nonce)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        try {
            cipher.init(mode, key(keys, id), new GCMParameterSpec(TAG_BITS, nonce, 0, NONCE));
        } catch (InvalidKeyException e) {
            throw new PayloadKeyException("The payload key \"" + id
                    + "\" is no AES key of 16, 24 or 32 bytes. Correct what the bean PayloadKeys returns for it", e);
        }
        cipher.updateAAD(header.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    private static SecretKey key(@Nullable PayloadKeys keys, String id) {
        RuntimeException cause = null;
        try {
            SecretKey key = keys == null ? null : keys.find(id);
            if (key != null) {
                return key;
            }
        } catch (RuntimeException e) {
            cause = e;
        }
        throw new PayloadKeyException("The payload key \"" + id + "\" is not there: "
                + (keys == null ? "there is no bean PayloadKeys" : "the bean PayloadKeys did not return it")
                + ". Jobs that need it go on, with the attempts that they have, once it does", cause);
    }

    private static byte[] zipped(byte[] bytes) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(zipped)) {
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return zipped.toByteArray();
    }

    private static byte[] unzipped(byte[] bytes) throws IOException {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
            byte[] unzipped = in.readNBytes(LARGEST + 1);
            if (unzipped.length > LARGEST) {
                throw new InvalidPayloadException("A stored text has more than 16 MB when it is not compressed");
            }
            return unzipped;
        }
    }
}
