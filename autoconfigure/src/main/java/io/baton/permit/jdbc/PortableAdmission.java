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
        List<String> locked = new TreeSet<>(names).stream().filter(this::lock).toList();
        Buckets rates = new Buckets(database);
        Map<String, Bucket> buckets =
                rates.read(locked.stream().filter(Names::isRate).toList());
        AdmissionResult result = new AdmissionResult();
        Map<String, Integer> all = new HashMap<>();
        for (String name : locked) {
            WaitingLine line = new WaitingLine(database, name, queues);
            Bucket bucket = buckets.get(name);
            int given = give(line, bucket != null ? bucket.free() : limits.room(name), most, result);
            all.put(name, given);
        }
        rates.take(buckets.values(), all)
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
        } else if (line.isAwaitedElsewhere()) {
            result.elsewhere.add(line.name());
        }
        return admitted.size();
    }

    private boolean isAwaited(String name) {
        return !database.list("SELECT name FROM baton_permit WHERE state = 1 AND name = ? LIMIT 1", String.class, name)
                .isEmpty();
    }

    /** The row of a key is made when it is needed first, and whenever it has gone. */
    private boolean lock(String name) {
        if (limits.lock(name)) {
            return true;
        }
        if (!isAwaited(name)) {
            return false;
        }
        limits.makeKey(name);
        return limits.lock(name);
    }
}
