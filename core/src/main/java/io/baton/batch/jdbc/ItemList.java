package io.baton.batch.jdbc;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Indexes of items as they are stored: two bytes each, which holds all indexes of a group. */
final class ItemList {

    private ItemList() {}

    static byte[] written(Collection<Integer> items) {
        ByteBuffer bytes = ByteBuffer.allocate(items.size() * Short.BYTES);
        items.forEach(item -> bytes.putShort(item.shortValue()));
        return bytes.array();
    }

    static List<Integer> read(byte[] written) {
        ByteBuffer bytes = ByteBuffer.wrap(written);
        List<Integer> items = new ArrayList<>();
        while (bytes.remaining() >= Short.BYTES) {
            items.add((int) bytes.getShort());
        }
        return items;
    }
}
