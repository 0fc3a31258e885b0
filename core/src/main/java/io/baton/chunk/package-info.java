/**
 * Rows that a job walks through in portions.
 *
 * <p>Internal: not for applications, may change in any release.
 *
 * <h2>The protocol</h2>
 *
 * <p>A portion is a transaction of the application's: the rows after the last key, what the handler does with them, and, as the last write, the new
 * last key in the checkpoint of the job, if its row still has the lock id of the run. So the checkpoint alone says which rows were done: a run that
 * fails, that is stopped, or whose commit has no response ends, and the next one reads the checkpoint from the row that it claims.
 *
 * <p>The order of the rows and the comparison with the last key are those of the database, both of the same column. A key is stored as text with its
 * kind, and exactly: kinds whose values would be changed by that are refused. Rows with the same key would be lost where a portion ends between them;
 * each portion reads one row ahead, and is refused if that has the same key.
 */
@NullMarked
package io.baton.chunk;

import org.jspecify.annotations.NullMarked;
