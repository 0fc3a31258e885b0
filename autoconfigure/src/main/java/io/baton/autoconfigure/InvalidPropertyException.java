package io.baton.autoconfigure;

import io.baton.BatonException;

/** A property has a value that Baton cannot work with. */
final class InvalidPropertyException extends BatonException {

    private static final long serialVersionUID = 1L;

    private final String property;
    private final String expected;

    InvalidPropertyException(String property, Object value, String expected) {
        super("The property '" + property + "' is " + value + ", but must be " + expected);
        this.property = property;
        this.expected = expected;
    }

    String property() {
        return property;
    }

    String expected() {
        return expected;
    }
}
