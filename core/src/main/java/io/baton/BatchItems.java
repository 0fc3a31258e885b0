package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Items of a batch that are not jobs. Their ids are {@code batch:group:index}. The ids of a group differ in the index only, so the id and the size of
 * the group stand for all of them.
 *
 * @param batch of the items
 * @param groups in the order in which the items were added
 */
public record BatchItems(
        @JsonProperty BatchId batch, @JsonProperty List<Group> groups) {

    public BatchItems {
        groups = List.copyOf(groups);
    }

    /**
     * Items that are stored together.
     *
     * @param id of the group
     * @param size how many items it has, whose indexes go from 0 to one less
     */
    public record Group(@JsonProperty long id, @JsonProperty int size) {}

    /** Returns how many items there are. */
    public long count() {
        return groups.stream().mapToLong(Group::size).sum();
    }

    /** Returns the ids of all items, one at a time. */
    public Stream<String> ids() {
        return groups.stream().flatMap(group -> IntStream.range(0, group.size())
                .mapToObj(index -> batch + ":" + group.id() + ":" + index));
    }
}
