package io.baton.autoconfigure;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where the jobs are.
 *
 * @param dataSource the application's, whose transactions enqueues join
 * @param schema the schema of Baton's tables; null for that of the connections
 */
record BatonDatabase(DataSource dataSource, @Nullable String schema) {}
