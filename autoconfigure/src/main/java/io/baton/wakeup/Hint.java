package io.baton.wakeup;

import io.baton.job.JobSignal;
import java.util.Optional;

/** A signal as text that travels between JVMs: who sends it, what kind it is, and which queue it is about. */
record Hint(String sender, char kind, String queue) {

    private static final char AVAILABLE = 'q';
    private static final char SCHEDULED = 's';
    private static final char ECHO = 'e';

    static Hint available(String sender, String queue) {
        return new Hint(sender, AVAILABLE, queue);
    }

    static Hint scheduled(String sender) {
        return new Hint(sender, SCHEDULED, "");
    }

    /** Tells others nothing; whoever sent it learns that notifications arrive. */
    static Hint echo(String sender) {
        return new Hint(sender, ECHO, "");
    }

    /** Whether a text was sent by this JVM. */
    static boolean isOwn(String text, String self) {
        return text.startsWith(self);
    }

    String text() {
        return sender + kind + queue;
    }

    /** What a text of another JVM says; empty for one's own and for what no JVM of ours would send. */
    static Optional<Hint> ofOthers(String text, String self) {
        if (isOwn(text, self) || text.length() <= self.length()) {
            return Optional.empty();
        }
        String sender = text.substring(0, self.length());
        return Optional.of(new Hint(sender, text.charAt(self.length()), text.substring(self.length() + 1)));
    }

    void ring(JobSignal signal) {
        switch (kind) {
            case AVAILABLE -> signal.jobsAvailable(queue);
            case SCHEDULED -> signal.jobsScheduled();
            default -> {}
        }
    }
}
