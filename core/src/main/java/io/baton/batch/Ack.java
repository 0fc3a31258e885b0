package io.baton.batch;

import java.util.List;

/**
 * What became of items of a group.
 *
 * @param id of the row that says so
 * @param items their indexes
 */
public record Ack(long id, long group, AckKind kind, List<Integer> items) {}
