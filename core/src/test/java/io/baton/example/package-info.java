/**
 * Capabilities for the tests, which need nothing outside of this package but to be beans. {@code TagCounts} is a whole one in a file; {@code NoteStatements}
 * records each transition of its jobs.
 */
@NullMarked
package io.baton.example;

import org.jspecify.annotations.NullMarked;
