package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcOperations;

/** Counts a crash against jobs before they start: one statement for those of each claim, whose lock id they share. */
record Charging(JdbcOperations jdbc, Tables tables, Database database) {

    private static final String CHARGED = "crashes = LEAST(crashes, 999) + 1";
    private static final String OURS = "state = 2 AND lock_id = ?";

    Set<Fence> charge(Collection<Fence> starting) {
        Set<Fence> charged = new HashSet<>();
        starting.stream()
                .collect(Collectors.groupingBy(
                        Fence::lockId, TreeMap::new, Collectors.mapping(Fence::id, Collectors.toList())))
                .forEach((lockId, ids) -> charge(lockId, ids).forEach(id -> charged.add(new Fence(id, lockId))));
        return charged;
    }

    private List<Long> charge(UUID lockId, List<Long> ids) {
        RowsById byId = database.byId(jdbc, tables);
        int written = byId.update(ids, CHARGED, List.of(), OURS, database.uuid(lockId));
        if (written == 0 || written == ids.size()) {
            return written == 0 ? List.of() : ids;
        }
        String look = "SELECT id FROM " + byId.from("baton_job") + " AND " + OURS;
        return jdbc.queryForList(tables.in(look), Long.class, byId.ids(ids), database.uuid(lockId));
    }
}
