package io.baton.batch.jdbc;

import io.baton.PartitionStrategy;
import io.baton.batch.AckKind;
import org.jspecify.annotations.Nullable;

/** The numbers that stand for enum constants in the tables. */
final class Codes {

    private Codes() {}

    static int of(AckKind kind) {
        return switch (kind) {
            case DONE -> 0;
            case CANCELLED -> 1;
            case DEAD -> 2;
            case REVIVED -> 3;
        };
    }

    static AckKind kind(int code) {
        return switch (code) {
            case 0 -> AckKind.DONE;
            case 1 -> AckKind.CANCELLED;
            case 2 -> AckKind.DEAD;
            case 3 -> AckKind.REVIVED;
            default -> throw new IllegalStateException("Nothing is stored as " + code);
        };
    }

    static @Nullable Integer of(@Nullable PartitionStrategy strategy) {
        return strategy == null ? null : strategy == PartitionStrategy.MODULUS ? 0 : 1;
    }

    static @Nullable PartitionStrategy strategy(@Nullable Integer code) {
        return code == null ? null : code == 0 ? PartitionStrategy.MODULUS : PartitionStrategy.HASH;
    }
}
