/**
 * Jobs that process rows of the application in portions.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>A portion is a transaction of the application. It reads the rows after the last key, calls the handler, and at last writes the new last key into
 * the checkpoint of the job, if its row still has the lock id of the run. So the checkpoint alone says which rows were processed. A run that fails,
 * is stopped, or gets no response to its commit ends, and the next run reads the checkpoint from the row that it claims.
 *
 * <p>The database sorts the rows by the key column, and compares the same column with the last key. A key is stored as text with its kind. Kinds that
 * a text cannot represent exactly are refused. A portion that ends between rows with the same key would lose some of them, so each portion reads one
 * row ahead and is refused if both rows have the same key.
 */
@NullMarked
package io.baton.chunk;

import org.jspecify.annotations.NullMarked;
