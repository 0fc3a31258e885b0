/**
 * Makes Baton's tables and keeps them up to date, or tells a person what stands in the way.
 *
 * <p>Knows nothing of what the tables hold: their names come from the migrations.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.schema;

import org.jspecify.annotations.NullMarked;
