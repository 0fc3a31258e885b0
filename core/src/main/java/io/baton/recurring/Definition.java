package io.baton.recurring;

import io.baton.Recurrence;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/** The times and the jobs of a schedule. */
public record Definition(String name, Recurrence recurrence, JobTemplate template) {

    /** Returns the same with other ticks. */
    Definition with(Recurrence other) {
        return new Definition(name, other, template);
    }

    /** Returns a text of fixed length that differs for different definitions. */
    String digest() {
        String all = String.join(
                "\n",
                recurrence.toString(),
                template.type(),
                template.queue(),
                String.valueOf(template.priority()),
                String.valueOf(template.maxAttempts()),
                new TreeMap<>(template.labels()).toString(),
                template.permits().toString(),
                String.valueOf(template.payload()));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
