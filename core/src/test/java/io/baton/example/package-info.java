/**
 * A capability as somebody might add one: it notes every transition of the jobs that are tied to it. It exists for the tests, which show that it
 * needs nothing outside of this package but to be a bean.
 */
@NullMarked
package io.baton.example;

import org.jspecify.annotations.NullMarked;
