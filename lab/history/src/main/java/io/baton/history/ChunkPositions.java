package io.baton.history;

import java.util.Comparator;
import java.util.List;

/** Chunks that were committed follow each other from the first row, without a gap and without one twice; to the last row if the job is completed. */
record ChunkPositions(History history, Findings findings) implements Check {

    @Override
    public void check() {
        for (Item item : history.items.values()) {
            List<History.Chunk> chunks = history.chunks.getOrDefault(item.number, List.of());
            long position = follow(item, chunks);
            if (item.kind == Item.Kind.CHUNKS && history.isIn(History.State.COMPLETED, item) && position != item.rows) {
                findings.lost(item + " is completed at row " + position + " of " + item.rows);
            }
        }
    }

    private long follow(Item item, List<History.Chunk> chunks) {
        long position = 0;
        for (History.Chunk chunk : chunks.stream()
                .sorted(Comparator.comparingLong(History.Chunk::from))
                .toList()) {
            findings.judged++;
            if (chunk.from() > position) {
                findings.lost(item + " has no chunk from row " + position);
            } else if (chunk.from() < position) {
                findings.doubled(item + " has row " + chunk.from() + " in two chunks");
            }
            position = Math.max(position, chunk.to());
        }
        return position;
    }
}
