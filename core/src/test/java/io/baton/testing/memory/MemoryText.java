package io.baton.testing.memory;

/** Text that a handler made, as the databases keep it. */
final class MemoryText {

    private MemoryText() {}

    static String kept(String text) {
        return text.replace('\0', '\ufffd');
    }

    static String kept(String text, int length) {
        if (text.length() <= length) {
            return kept(text);
        }
        return kept(text.substring(0, Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length));
    }
}
