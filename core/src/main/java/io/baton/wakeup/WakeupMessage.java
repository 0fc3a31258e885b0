package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.Pulse.Part;
import io.baton.job.ReadyJobs;
import io.baton.job.ShareNames;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The text of a notification: its sender, its kind, and the jobs, limit or batch that changed. */
final class WakeupMessage {

    private static final char AVAILABLE = 'q';
    private static final char SCHEDULED = 's';
    private static final char ECHO = 'e';
    private static final char PAUSES_CHANGED = 'p';
    private static final Map<Part, Character> CHANGED =
            Map.of(Part.LIMITS, 'l', Part.BATCHES, 'b', Part.SEQUENCES, 't');
    private static final String OUT_OF_TURN = "*";
    private static final String BETWEEN_PRIORITIES = ",";
    private static final int LONGEST = 1_000;
    private static final char BEFORE_QUEUE = ':';

    private WakeupMessage() {}

    static String available(String sender, ReadyJobs ready) {
        String places = ready.outOfTurn()
                ? OUT_OF_TURN
                : ready.priorities().stream().map(String::valueOf).collect(Collectors.joining(BETWEEN_PRIORITIES));
        return sender + AVAILABLE + places + BEFORE_QUEUE + ShareNames.of(ready.queue(), ready.shares() ? "" : null);
    }

    static String scheduled(String sender) {
        return sender + SCHEDULED;
    }

    static String changed(String sender, Part kind, String name) {
        return sender + CHANGED.get(kind) + name;
    }

    static String pausesChanged(String sender) {
        return sender + PAUSES_CHANGED;
    }

    /** Returns a message that wakes no other JVM. It shows its sender that notifications arrive. */
    static String echo(String sender) {
        return sender + ECHO;
    }

    static boolean isOwn(String text, String self) {
        return text.startsWith(self);
    }

    /** Forwards the signal in a text of another JVM; ignores texts of this JVM and malformed texts. */
    static void deliver(String text, String self, ClusterSignal signal) {
        if (isOwn(text, self) || text.length() <= self.length() || text.length() > LONGEST) {
            return;
        }
        String content = text.substring(self.length() + 1);
        char letter = text.charAt(self.length());
        try {
            switch (letter) {
                case AVAILABLE -> deliverReady(content, signal);
                case SCHEDULED -> signal.jobsScheduled();
                case PAUSES_CHANGED -> signal.pausesChanged();
                // no kind has the letter of an echo of another JVM, or of a kind of another version
                default ->
                    CHANGED.forEach((kind, its) -> {
                        if (its == letter) {
                            signal.changed(kind, content);
                        }
                    });
            }
        } catch (NumberFormatException e) {
            // the text is malformed
        }
    }

    private static void deliverReady(String content, JobSignal signal) {
        int end = content.indexOf(BEFORE_QUEUE);
        if (end < 0) {
            return;
        }
        String places = content.substring(0, end);
        String queue = content.substring(end + 1);
        signal.jobsAvailable(
                places.equals(OUT_OF_TURN)
                        ? ReadyJobs.outOfTurn(queue)
                        : new ReadyJobs(
                                queue,
                                Stream.of(places.split(BETWEEN_PRIORITIES))
                                        .filter(priority -> !priority.isEmpty())
                                        .map(Integer::valueOf)
                                        .collect(Collectors.toSet()),
                                false));
    }
}
