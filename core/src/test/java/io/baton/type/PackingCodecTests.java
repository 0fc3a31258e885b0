package io.baton.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.InvalidPayloadException;
import io.baton.PayloadCodec;
import io.baton.PayloadKeyException;
import io.baton.PayloadKeys;
import io.baton.type.SamplePayloads.Text;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

class PackingCodecTests {

    private static final PayloadCodec JSON = new JacksonPayloadCodec();
    private static final String LONG = "grüße \uD83D\uDE00 ".repeat(500);

    private final TestKeys keys = new TestKeys().add("k1", 1, 32);
    private final PayloadCodec codec = PackingCodec.of(JSON, keys, null);

    /** Stores texts as they are. */
    private static final class Raw implements PayloadCodec {

        @Override
        public String write(Object value, Class<?> declared) {
            return value.toString();
        }

        @Override
        public <T> T read(String text, Class<T> declared) {
            return declared.cast(text);
        }
    }

    record Iban(String value) {

        Iban {
            if (value.startsWith("secret")) {
                throw new IllegalArgumentException("no IBAN: " + value);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "\u0000 \" \\ \u2028 漢字 \uD83D\uDE00", "x:y:"})
    void what_is_encrypted_is_read_again(String value) {
        for (int length : new int[] {16, 24, 32}) {
            keys.add("k" + length, 2, length);
            String text = codec.write(new Text(value + LONG), Text.class);
            assertThat(text)
                    .matches("baton:aes:k" + length + ":[A-Za-z0-9+/=]+")
                    .doesNotContain("value");
            assertThat(codec.read(text, Text.class)).isEqualTo(new Text(value + LONG));
        }
    }

    @Test
    void equal_payloads_have_different_texts_that_unpack_to_the_same() {
        String one = codec.write(new Text("a"), Text.class);
        String other = codec.write(new Text("a"), Text.class);
        assertThat(one).isNotEqualTo(other);
        assertThat(PackingCodec.areSame(codec, one, other)).isTrue();
        assertThat(PackingCodec.areSame(codec, one, codec.write(new Text("b"), Text.class)))
                .isFalse();
        assertThat(PackingCodec.areSame(codec, one, null)).isFalse();
        assertThat(PackingCodec.areSame(codec, one, "baton:aes:gone:AAAA")).isFalse();
        assertThat(PackingCodec.unpacked(codec, one)).isEqualTo("{\"value\":\"a\"}");
        assertThat(PackingCodec.unpacked(codec, other)).isEqualTo("{\"value\":\"a\"}");
        assertThat(PackingCodec.unpacked(JSON, one)).isEqualTo(one);
        assertThat(PackingCodec.unpacked(codec, null)).isNull();
    }

    @Test
    void an_error_of_the_class_does_not_quote_what_is_encrypted() {
        PayloadCodec failing = PackingCodec.of(
                new PayloadCodec() {

                    @Override
                    public String write(Object value, Class<?> declared) {
                        throw new AssertionError("secret-word");
                    }

                    @Override
                    public <T> T read(String text, Class<T> declared) {
                        throw new AssertionError(text);
                    }
                },
                keys,
                null);
        String stored = codec.write(new Text("secret-word"), Text.class);
        assertThatThrownBy(() -> failing.write("a", String.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageNotContaining("secret-word")
                .hasNoCause();
        assertThatThrownBy(() -> failing.read(stored, Text.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageNotContaining("secret-word")
                .hasNoCause();
    }

    @Test
    void keys_that_do_not_say_which_one_encrypts_are_missing_ones() {
        PayloadKeys failing = new PayloadKeys() {

            @Override
            public String currentId() {
                throw new IllegalStateException("the vault is sealed");
            }

            @Override
            public @Nullable SecretKey find(String id) {
                return keys.byId.get(id);
            }
        };
        assertThatThrownBy(() -> PackingCodec.of(JSON, failing, null)).isInstanceOf(PayloadKeyException.class);
    }

    @Test
    void a_codec_of_the_application_reads_what_was_packed() {
        PayloadCodec own = new PayloadCodec() {

            @Override
            public String write(Object value, Class<?> declared) {
                return JSON.write(value, declared);
            }

            @Override
            public <T> T read(String text, Class<T> declared) {
                return JSON.read(text.strip(), declared);
            }
        };
        String zipped = PackingCodec.of(own, null, DataSize.ofBytes(10)).write(new Text(LONG), Text.class);
        assertThat(zipped).startsWith("baton:zip:");
        PayloadCodec without = PackingCodec.of(own, null, null);
        assertThat(without.read(zipped, Text.class)).isEqualTo(new Text(LONG));
        assertThatThrownBy(() -> without.read(codec.write(new Text("a"), Text.class), Text.class))
                .isInstanceOf(PayloadKeyException.class);
        assertThat(PackingCodec.of(without, keys, null)).isSameAs(without);
        assertThat(JacksonPayloadCodec.packing(JSON, null, null)).isSameAs(JSON);
    }

    @Test
    void a_text_by_the_current_key_is_not_packed_anew() {
        String stored = codec.write(new Text("a"), Text.class);
        assertThat(PackingCodec.renewed(codec, stored)).isSameAs(stored);
        keys.add("k2", 2, 32);
        assertThat(PackingCodec.renewed(codec, stored)).startsWith("baton:aes:k2:");
    }

    @Test
    void after_a_rotation_old_texts_are_read_by_their_key() {
        String old = codec.write(new Text("a"), Text.class);
        keys.add("k2", 2, 32);
        assertThat(codec.write(new Text("a"), Text.class)).startsWith("baton:aes:k2:");
        assertThat(codec.read(old, Text.class)).isEqualTo(new Text("a"));
        String renewed = PackingCodec.renewed(codec, old);
        assertThat(renewed).startsWith("baton:aes:k2:");
        assertThat(PackingCodec.renewed(codec, renewed)).startsWith("baton:aes:k2:");
        assertThat(codec.read(Objects.requireNonNull(renewed), Text.class)).isEqualTo(new Text("a"));
        keys.byId.remove("k1");
        assertThat(PackingCodec.renewed(codec, old)).isSameAs(old);
        assertThatThrownBy(() -> codec.read(old, Text.class))
                .isInstanceOf(PayloadKeyException.class)
                .hasMessage("The payload key \"k1\" is not there: the bean PayloadKeys does not return it. Jobs that"
                        + " need it go on, with the attempts that they have, once it is");
    }

    @Test
    void plain_texts_are_read_before_and_after() {
        keys.encrypts = false;
        String plain = codec.write(new Text("a"), Text.class);
        assertThat(plain).isEqualTo("{\"value\":\"a\"}");
        keys.encrypts = true;
        String encrypted = codec.write(new Text("a"), Text.class);
        assertThat(codec.read(plain, Text.class)).isEqualTo(new Text("a"));
        assertThat(PackingCodec.renewed(codec, plain)).startsWith("baton:aes:k1:");
        keys.encrypts = false;
        assertThat(codec.read(encrypted, Text.class)).isEqualTo(new Text("a"));
        assertThat(PackingCodec.renewed(codec, encrypted)).isEqualTo(plain);
        assertThat(PackingCodec.renewed(codec, plain)).isEqualTo(plain);
        assertThat(PackingCodec.renewed(JSON, plain)).isSameAs(plain);
        assertThat(PackingCodec.renewed(codec, null)).isNull();
    }

    @Test
    void a_changed_or_cut_text_is_not_read() {
        String text = codec.write(new Text("a"), Text.class);
        String header = "baton:aes:k1:";
        byte[] bytes = Base64.getDecoder().decode(text.substring(header.length()));
        for (int at = 0; at < bytes.length; at++) {
            refused(header + Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, at)));
            bytes[at] ^= 4;
            refused(header + Base64.getEncoder().encodeToString(bytes));
            bytes[at] ^= 4;
        }
        refused(header + Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, bytes.length + 1)));
        refused(text + "A:");
        keys.byId.put("k9", Objects.requireNonNull(keys.find("k1")));
        refused(text.replace(":k1:", ":k9:"));
        refused(text.replace(":k1:", ":k1:zip:"));
    }

    private void refused(String text) {
        assertThatThrownBy(() -> codec.read(text, Text.class))
                .isExactlyInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("was changed or cut, or the key \"k")
                .hasNoCause();
    }

    @Test
    void another_key_under_the_same_id_is_no_missing_one() {
        String text = codec.write(new Text("a"), Text.class);
        keys.add("k1", 2, 32);
        refused(text);
    }

    @Test
    void a_current_key_that_cannot_be_used_is_refused_at_once() {
        keys.current = "k7";
        assertThatThrownBy(() -> PackingCodec.of(JSON, keys, null))
                .isInstanceOf(PayloadKeyException.class)
                .hasMessageContaining("\"k7\" is not there");
        assertThatThrownBy(() -> PackingCodec.requireKey(codec)).isInstanceOf(PayloadKeyException.class);
        assertThat(PackingCodec.plain(JSON)).isSameAs(JSON);
        keys.add("short", 1, 5);
        assertThatThrownBy(() -> PackingCodec.of(JSON, keys, null))
                .isInstanceOf(PayloadKeyException.class)
                .hasMessageContaining("\"short\" is not there: the bean PayloadKeys returns none that can be used");
        keys.add("a:b", 1, 32);
        assertThatThrownBy(() -> PackingCodec.of(JSON, keys, null))
                .isInstanceOf(PayloadKeyException.class)
                .hasRootCauseMessage("An id has 1 to 64 letters, digits, dots, hyphens and underscores");
        keys.encrypts = false;
        assertThat(PackingCodec.plain(PackingCodec.of(JSON, keys, null))).isSameAs(JSON);
    }

    @Test
    void keys_that_fail_are_missing_ones() {
        String text = codec.write(new Text("a"), Text.class);
        PayloadKeys sealed = new PayloadKeys() {

            @Override
            public String currentId() {
                return "k1";
            }

            @Override
            public SecretKey find(String id) {
                throw new IllegalStateException("the vault is sealed");
            }

            @Override
            public boolean encrypts() {
                return false;
            }
        };
        assertThatThrownBy(() -> PackingCodec.of(JSON, sealed, null).read(text, Text.class))
                .isInstanceOf(PayloadKeyException.class)
                .hasMessageContaining("\"k1\"")
                .hasRootCauseMessage("the vault is sealed");
    }

    @Test
    void without_keys_a_text_that_is_encrypted_is_named() {
        String text = codec.write(new Text("a"), Text.class);
        assertThatThrownBy(() -> JSON.read(text, Text.class))
                .isInstanceOf(PayloadKeyException.class)
                .hasMessageContaining("\"k1\" is not there: there is no bean PayloadKeys");
    }

    @Test
    void failures_of_the_class_do_not_quote_what_is_encrypted() {
        String text = codec.write(new Text("secret"), Text.class);
        assertThatThrownBy(() -> codec.read(text, Iban.class))
                .isExactlyInstanceOf(InvalidPayloadException.class)
                .hasNoCause()
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> JSON.read("{\"value\":\"secret\"}", Iban.class))
                .hasRootCauseMessage("no IBAN: secret");
    }

    @Test
    void long_texts_are_compressed_and_always_read() {
        PayloadCodec compressing = PackingCodec.of(JSON, null, DataSize.ofBytes(100));
        String text = compressing.write(new Text(LONG), Text.class);
        assertThat(text).startsWith("baton:zip:").hasSizeLessThan(300);
        assertThat(compressing.read(text, Text.class)).isEqualTo(new Text(LONG));
        assertThat(JSON.read(text, Text.class)).isEqualTo(new Text(LONG));
        assertThat(codec.read(text, Text.class)).isEqualTo(new Text(LONG));
        assertThat(compressing.write(new Text("short"), Text.class)).isEqualTo("{\"value\":\"short\"}");
        String noise = noise();
        assertThat(compressing.write(new Text(noise), Text.class)).isEqualTo("{\"value\":\"" + noise + "\"}");
    }

    private static String noise() {
        byte[] bytes = new byte[3000];
        new Random(1).nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void compressed_texts_are_encrypted() {
        PayloadCodec both = PackingCodec.of(JSON, keys, DataSize.ofBytes(100));
        String text = both.write(new Text(LONG), Text.class);
        assertThat(text).startsWith("baton:aes:k1:zip:").hasSizeLessThan(400);
        assertThat(codec.read(text, Text.class)).isEqualTo(new Text(LONG));
        assertThat(both.write(new Text("short"), Text.class)).matches("baton:aes:k1:[^:]+");
        keys.add("zip", 2, 32);
        for (String value : new String[] {"short", LONG, noise()}) {
            assertThat(both.read(both.write(new Text(value), Text.class), Text.class))
                    .isEqualTo(new Text(value));
        }
    }

    @Test
    void a_short_text_never_fills_the_heap() throws IOException {
        String bomb = "baton:zip:" + Base64.getEncoder().encodeToString(zipped("0".repeat(17 * 1024 * 1024)));
        assertThat(bomb).hasSizeLessThan(30_000);
        assertThatThrownBy(() -> JSON.read(bomb, Text.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("more than 16 MB");
        assertThat(PackingCodec.shown(bomb)).isEqualTo(bomb);
        PayloadCodec compressing = PackingCodec.of(new Raw(), null, DataSize.ofBytes(100));
        String large = "0".repeat(17 * 1024 * 1024);
        assertThat(compressing.write(large, String.class)).isEqualTo(large);
    }

    private static byte[] zipped(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"baton:zip:", "baton:zip:abc", "baton:aes:k1:", "baton:aes:k1:zip:x", "baton:", "baton:aes:a b:"
            })
    void texts_of_a_codec_that_look_packed_are_kept(String value) {
        for (DataSize from : new DataSize[] {null, DataSize.ofBytes(1000)}) {
            for (PayloadKeys used : new PayloadKeys[] {keys, null}) {
                PayloadCodec packing = PackingCodec.of(new Raw(), used, from);
                if (packing instanceof PackingCodec) {
                    assertThat(packing.read(packing.write(value, String.class), String.class))
                            .isEqualTo(value);
                }
            }
        }
    }

    @Test
    void half_a_surrogate_pair_is_refused() {
        PayloadCodec raw = PackingCodec.of(new Raw(), keys, null);
        assertThatThrownBy(() -> raw.write("a\uD83D", String.class))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("surrogate");
    }

    @Test
    void operators_see_the_key_and_what_is_only_compressed() {
        String text = codec.write(new Text("a"), Text.class);
        assertThat(PackingCodec.shown(text)).isEqualTo(text);
        assertThat(PackingCodec.shown(
                        PackingCodec.of(JSON, null, DataSize.ofBytes(1)).write(new Text(LONG), Text.class)))
                .isEqualTo("{\"value\":\"" + LONG + "\"}");
        assertThat(PackingCodec.shown("{}")).isEqualTo("{}");
        assertThat(PackingCodec.shown("baton:zip:broken")).isEqualTo("baton:zip:broken");
    }

    @Test
    void threads_share_a_codec() {
        PayloadCodec both = PackingCodec.of(JSON, keys, DataSize.ofBytes(1));
        UnaryOperator<String> there = value -> both.write(new Text(value), Text.class);
        assertThat(IntStream.range(0, 2_000).parallel().mapToObj(String::valueOf))
                .allSatisfy(value ->
                        assertThat(both.read(there.apply(value), Text.class)).isEqualTo(new Text(value)));
    }
}
