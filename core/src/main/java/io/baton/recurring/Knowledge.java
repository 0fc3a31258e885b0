package io.baton.recurring;

import io.baton.database.Database;
import io.baton.database.Micros;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Marks schedules as known by a node. */
record Knowledge(Database database) {

    private static final String KNOWN = "known_at <= ";

    Optional<String> markKnown(Set<String> names, Set<String> types, Duration ago, String after, int limit) {
        Long since = -Micros.of(ago);
        List<Known> seen = database.query(
                "SELECT name, type, declared FROM baton_schedule WHERE name > ? AND " + KNOWN
                        + database.dialect().nowPlusMicros() + " ORDER BY name LIMIT " + limit
                        + database.dialect().skipLocked(),
                (row, number) ->
                        new Known(row.getString("name"), row.getString("type"), row.getString("declared") != null),
                after,
                since);
        List<Object[]> mine = seen.stream()
                .filter(each -> each.declared() ? names.contains(each.name()) : types.contains(each.type()))
                .map(each -> new Object[] {each.name(), since})
                .toList();
        if (!mine.isEmpty()) {
            database.updateEach(
                    "UPDATE baton_schedule SET known_at = " + database.dialect().now()
                            + ", gone = FALSE WHERE name = ? AND " + KNOWN
                            + database.dialect().nowPlusMicros(),
                    mine);
        }
        return seen.size() < limit
                ? Optional.empty()
                : Optional.of(seen.get(seen.size() - 1).name());
    }

    private record Known(String name, String type, boolean declared) {}

    List<String> stopUnknown(Duration ago, int limit) {
        Long since = -Micros.of(ago);
        String unknown = "gone = FALSE AND " + KNOWN + database.dialect().nowPlusMicros();
        List<String> names = database.list(
                "SELECT name FROM baton_schedule WHERE " + unknown + " ORDER BY name LIMIT " + limit
                        + database.dialect().skipLocked(),
                String.class,
                since);
        return names.stream()
                .filter(name -> database.update(
                                "UPDATE baton_schedule SET gone = TRUE WHERE name = ? AND " + unknown, name, since)
                        == 1)
                .toList();
    }
}
