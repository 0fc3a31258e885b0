package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A signal as text that travels between JVMs: who sends it, what kind it is, and which jobs, limit or batch it is about. */
record WakeupMessage(
        String sender,
        char kind,
        @Nullable ReadyJobs ready,
        @Nullable String name) {

    private static final char AVAILABLE = 'q';
    private static final char SCHEDULED = 's';
    private static final char ECHO = 'e';
    private static final char PAUSES_CHANGED = 'p';
    private static final char LIMIT = 'l';
    private static final char BATCH = 'b';
    private static final String OUT_OF_TURN = "*";
    private static final String BETWEEN_PRIORITIES = ",";
    private static final int LONGEST = 1_000;
    private static final char BEFORE_QUEUE = ':';

    static WakeupMessage available(String sender, ReadyJobs ready) {
        return new WakeupMessage(sender, AVAILABLE, ready, null);
    }

    static WakeupMessage scheduled(String sender) {
        return new WakeupMessage(sender, SCHEDULED, null, null);
    }

    static WakeupMessage limit(String sender, String name) {
        return new WakeupMessage(sender, LIMIT, null, name);
    }

    static WakeupMessage batch(String sender, long name) {
        return new WakeupMessage(sender, BATCH, null, String.valueOf(name));
    }

    static WakeupMessage pausesChanged(String sender) {
        return new WakeupMessage(sender, PAUSES_CHANGED, null, null);
    }

    /** Tells others nothing; whoever sent it learns that notifications arrive. */
    static WakeupMessage echo(String sender) {
        return new WakeupMessage(sender, ECHO, null, null);
    }

    /** Whether a text was sent by this JVM. */
    static boolean isOwn(String text, String self) {
        return text.startsWith(self);
    }

    String text() {
        return sender + kind + (ready == null ? "" : text(ready)) + (name == null ? "" : name);
    }

    private static String text(ReadyJobs ready) {
        String places = ready.outOfTurn()
                ? OUT_OF_TURN
                : ready.priorities().stream().map(String::valueOf).collect(Collectors.joining(BETWEEN_PRIORITIES));
        return places + BEFORE_QUEUE + ready.queue();
    }

    /** What a text of another JVM says; empty for one's own and for what no JVM of ours would send. */
    static Optional<WakeupMessage> ofOthers(String text, String self) {
        if (isOwn(text, self) || text.length() <= self.length() || text.length() > LONGEST) {
            return Optional.empty();
        }
        String sender = text.substring(0, self.length());
        char kind = text.charAt(self.length());
        String said = text.substring(self.length() + 1);
        return switch (kind) {
            case AVAILABLE -> ready(said).map(ready -> available(sender, ready));
            case LIMIT -> Optional.of(limit(sender, said));
            case BATCH -> batchNamed(said).map(name -> batch(sender, name));
            default -> Optional.of(new WakeupMessage(sender, kind, null, null));
        };
    }

    private static Optional<ReadyJobs> ready(String text) {
        int end = text.indexOf(BEFORE_QUEUE);
        if (end < 0) {
            return Optional.empty();
        }
        String places = text.substring(0, end);
        String queue = text.substring(end + 1);
        try {
            return Optional.of(
                    places.equals(OUT_OF_TURN)
                            ? ReadyJobs.outOfTurn(queue)
                            : new ReadyJobs(queue, priorities(places), false));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Long> batchNamed(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Set<Integer> priorities(String places) {
        return Stream.of(places.split(BETWEEN_PRIORITIES))
                .filter(priority -> !priority.isEmpty())
                .map(Integer::valueOf)
                .collect(Collectors.toSet());
    }

    void deliver(JobSignal signal) {
        if (ready != null) {
            signal.jobsAvailable(ready);
        } else if (name != null && kind == BATCH) {
            signal.batchTouched(Long.parseLong(name));
        } else if (name != null) {
            signal.limitTouched(name);
        } else if (kind == SCHEDULED) {
            signal.jobsScheduled();
        } else if (kind == PAUSES_CHANGED) {
            signal.pausesChanged();
        }
    }
}
