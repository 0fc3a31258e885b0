package io.baton;

/**
 * Sends signals to jobs, whose handlers take them by {@link JobContext#await}. A signal is stored, and its job made ready, in the caller's transaction,
 * or in a short one of its own; the row of the job stays locked until it commits.
 */
public interface Signals {

    /**
     * Sends a signal.
     *
     * @param name the name of the signal, without {@code #}
     * @param value the value, which is kept as JSON
     * @throws InvalidPayloadException if the value cannot be written, or is larger than {@code baton.payload.max-size}
     * @throws BatonException if the job has a thousand signals that it has not taken
     */
    default SignalResult send(JobId job, String name, Object value) {
        return send(job, name, value, "");
    }

    /**
     * Sends a signal that may be sent several times, of which only the first counts.
     *
     * @param messageId what identifies the signal among those of the job, up to 200 characters; empty for none
     */
    SignalResult send(JobId job, String name, Object value, String messageId);

    /** Sends a signal by key, which may not be sent again. */
    default SignalResult sendToKey(String type, String key, String name, Object value) {
        return sendToKey(type, key, name, value, "");
    }

    /** Sends such a signal to the newest job of a type with this {@link JobOptions#key} that has not ended, or else to the newest. */
    SignalResult sendToKey(String type, String key, String name, Object value, String messageId);
}
