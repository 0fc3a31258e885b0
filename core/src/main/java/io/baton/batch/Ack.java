package io.baton.batch;

import java.util.List;

/**
 * What happened to items of a group.
 *
 * @param id the id of the row
 * @param items their indexes
 */
public record Ack(long id, long group, AckKind kind, List<Integer> items) {}
