package io.baton.faults.chaos;

import io.baton.faults.proxy.Cut;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Which faults, in which order, on whom: all by the seed. */
final class FaultPlan {

    private static final List<Cut> CUTS = List.of(Cut.STALL, Cut.DROP_REPLIES, Cut.RESET, Cut.REFUSE);
    private static final int SHARE_OF_CLIENTS = 4;

    private FaultPlan() {}

    static List<Fault> of(Scale scale, Random random) {
        List<Fault.Kind> kinds = new ArrayList<>();
        kinds.addAll(Collections.nCopies(scale.kills(), Fault.Kind.KILL));
        kinds.addAll(Collections.nCopies(scale.databaseKills(), Fault.Kind.DATABASE_KILL));
        kinds.addAll(Collections.nCopies(scale.freezes(), Fault.Kind.FREEZE));
        kinds.addAll(Collections.nCopies(scale.terms(), Fault.Kind.TERM));
        kinds.addAll(Collections.nCopies(scale.flickers(), Fault.Kind.FLICKER));
        kinds.addAll(Collections.nCopies(scale.locks(), Fault.Kind.LOCK));
        int onClients = scale.cuts() / SHARE_OF_CLIENTS;
        kinds.addAll(Collections.nCopies(onClients, Fault.Kind.CUT_CLIENTS));
        kinds.addAll(Collections.nCopies(scale.cuts() - onClients, Fault.Kind.CUT));
        Collections.shuffle(kinds, random);
        int first = random.nextInt(CUTS.size());
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            double when = 0.03 + 0.92 * (i + random.nextDouble()) / kinds.size();
            Cut cut = CUTS.get((first + i) % CUTS.size());
            faults.add(new Fault(kinds.get(i), when, random.nextInt(100), 500 + random.nextInt(3_000), cut));
        }
        return faults;
    }
}
