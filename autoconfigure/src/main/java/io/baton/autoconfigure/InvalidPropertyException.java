package io.baton.autoconfigure;

import io.baton.BatonException;

/** A property has a value or a name that Baton cannot work with. */
final class InvalidPropertyException extends BatonException {

    private static final long serialVersionUID = 1L;

    private final String action;

    InvalidPropertyException(String property, Object value, String expected) {
        super("The property '" + property + "' is " + value + ", but must be " + expected);
        this.action = "Set " + property + " to a value that is " + expected + ".";
    }

    /** A property is for something that cannot have the name that it says. */
    InvalidPropertyException(String property, BatonException reason) {
        super("The property '" + property + "' cannot have this name: " + reason.getMessage(), reason);
        this.action = "Give what " + property + " defines another name, also where it is used.";
    }

    /** A property has a value that something refuses. */
    InvalidPropertyException(String property, Object value, BatonException reason) {
        super("The property '" + property + "' is " + value + ": " + reason.getMessage(), reason);
        this.action = "Correct " + property + ".";
    }

    String action() {
        return action;
    }
}
