package io.baton;

/**
 * Converts payloads, checkpoints and results to the stored text, and from it. A bean of this type replaces Baton's own codec, which writes JSON with
 * Jackson and never stores the name of a class. {@link PayloadKeys} encrypt what either writes.
 */
public interface PayloadCodec {

    /**
     * Returns the text to store.
     *
     * @param value the value to write
     * @param declared the type as which it will be read
     * @throws InvalidPayloadException if the value cannot be written
     */
    String write(Object value, Class<?> declared);

    /**
     * Returns the value that was stored.
     *
     * @throws InvalidPayloadException if the text cannot be read as this type; any other exception has the same effect
     */
    <T> T read(String text, Class<T> declared);
}
