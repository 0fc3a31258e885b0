package io.baton.permit.jdbc;

import io.baton.database.Database;
import io.baton.permit.Admitted;
import io.baton.type.Names;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** One limit after the other, by statements that every database understands. */
record PortableAdmission(Database database, LimitRows limits) implements Admission {

    @Override
    public Admitted admit(Collection<String> names, Set<String> queues, int most) {
        List<WaitingLine> locked = new TreeSet<>(names)
                .stream()
                        .map(name -> new WaitingLine(database, name, queues))
                        .filter(this::lock)
                        .toList();
        Buckets rates = new Buckets(database);
        Map<String, Bucket> buckets = rates.read(
                locked.stream().map(WaitingLine::name).filter(Names::isRate).toList());
        AdmissionResult result = new AdmissionResult();
        Map<String, Integer> given = new HashMap<>();
        for (WaitingLine line : locked) {
            Bucket bucket = buckets.get(line.name());
            int free = bucket != null ? bucket.free() : limits.room(line.name());
            given.put(line.name(), give(line, free, most, result));
        }
        rates.take(buckets.values(), given)
                .forEach(left -> result.keepWaiting(left, new WaitingLine(database, left.name(), queues)));
        return result.admitted();
    }

    private int give(WaitingLine line, int free, int most, AdmissionResult result) {
        int wanted = Math.min(free, most);
        if (wanted <= 0) {
            return 0;
        }
        List<Waiting> admitted = line.lock(wanted);
        new PermitChanges(database, line.name()).give(admitted, result);
        result.given(admitted.size());
        if (admitted.size() == wanted) {
            if (free > most) {
                result.further.add(line.name());
            }
        } else if (line.isAwaited()) {
            result.busy.add(line.name());
        } else if (line.isAwaitedAnywhere()) {
            result.elsewhere.add(line.name());
        }
        return admitted.size();
    }

    /** The row of a key is made when it is needed first, and whenever it has gone. */
    private boolean lock(WaitingLine line) {
        String name = line.name();
        if (limits.lock(name)) {
            return true;
        }
        if (!line.isAwaitedAnywhere()) {
            return false;
        }
        limits.makeKey(name);
        return limits.lock(name);
    }
}
