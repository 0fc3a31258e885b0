package io.baton.sample.push;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A recipient, and whether it is in the sample.
 *
 * @param content the content that the recipient gets; null for the rest
 */
record Sample(long user, @Nullable String content) {

    /** The first users in the order of a hash with a salt get A, the next ones B. The order is random, but the same for the same salt. */
    static List<Sample> draw(Collection<Long> users, String salt, int size) {
        List<Long> shuffled = users.stream()
                .map(user -> new Drawn(user, hash(salt, user)))
                .sorted(Comparator.comparing(Drawn::hash))
                .map(Drawn::user)
                .toList();
        List<Sample> samples = new ArrayList<>();
        for (Long user : shuffled) {
            int place = samples.size();
            samples.add(new Sample(user, place < size ? "A" : place < 2L * size ? "B" : null));
        }
        return samples;
    }

    private static String hash(String salt, long user) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest((salt + ":" + user).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Drawn(long user, String hash) {}
}
