package io.baton;

/**
 * Turns payloads, checkpoints and results into the text that is stored, and back. A bean of this type replaces Baton's own, which
 * writes JSON with Jackson and never stores the name of a class.
 */
public interface PayloadCodec {

    /**
     * The text to store.
     *
     * @param value what to write
     * @param declared the type that will be asked for when it is read
     */
    String write(Object value, Class<?> declared);

    /** The value that was stored. */
    <T> T read(String text, Class<T> declared);
}
