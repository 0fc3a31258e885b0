package io.baton.chunk;

import io.baton.PayloadCodec;
import io.baton.chunk.RowKey.KeyKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The checkpoint of a job that processes rows in portions. */
public record ChunkCheckpoint(List<ChunkPosition> positions) {

    /** The checkpoint of a job that has processed no row yet. */
    public static final ChunkCheckpoint START = new ChunkCheckpoint(List.of());

    /** Begins the stored text. No codec stores a value of an application in this form. */
    private static final String BEFORE = "{\"baton.chunks\":";

    private static final String BEHIND = "}";

    public ChunkCheckpoint {
        positions = List.copyOf(positions);
    }

    /** Returns whether a stored checkpoint is of this class, and not of the application. */
    public static boolean is(@Nullable String stored) {
        return stored != null && stored.startsWith(BEFORE) && stored.endsWith(BEHIND);
    }

    public static ChunkCheckpoint read(String stored, PayloadCodec codec) {
        return codec.read(stored.substring(BEFORE.length(), stored.length() - BEHIND.length()), ChunkCheckpoint.class);
    }

    public String write(PayloadCodec codec) {
        return BEFORE + codec.write(this, ChunkCheckpoint.class) + BEHIND;
    }

    public Optional<ChunkPosition> of(String name) {
        return positions.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** Returns how many rows of the chunks of this name were processed so far. */
    public long rows(String name) {
        return of(name).map(ChunkPosition::rows).orElse(0L);
    }

    public ChunkCheckpoint with(ChunkPosition position) {
        return new ChunkCheckpoint(Stream.concat(
                        positions.stream().filter(each -> !each.name().equals(position.name())), Stream.of(position))
                .toList());
    }

    /** The position of a job in the rows of a query: the key of the last row that was processed, and how many were so far. */
    public record ChunkPosition(String name, String column, KeyKind kind, String last, long rows) {

        /** Rejects a stored text that lacks a field. */
        public ChunkPosition {
            Stream.of(name, column, kind, last).forEach(Objects::requireNonNull);
        }

        /** Returns the key after which the job continues. */
        public RowKey key() {
            return new RowKey(kind, last);
        }
    }
}
