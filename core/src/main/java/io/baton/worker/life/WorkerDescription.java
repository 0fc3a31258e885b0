package io.baton.worker.life;

import io.baton.handler.Handler;
import io.baton.handler.HandlerRegistry;
import io.baton.job.WorkerInfo;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** What a worker says of itself: labels for people, and what it can do. */
final class WorkerDescription {

    private static final int LONGEST_VERSION = 40;

    private WorkerDescription() {}

    static WorkerInfo describe(
            String name, UUID epoch, Duration deadAfter, Set<String> queues, HandlerRegistry handlers) {
        String host = host();
        long pid = ProcessHandle.current().pid();
        return new WorkerInfo(
                name.isBlank() ? host + ":" + pid : name,
                host,
                pid,
                epoch,
                version() + "+" + handlers.payloadBuild(),
                deadAfter,
                queues,
                handlers.all().stream().map(Handler::type).collect(Collectors.toUnmodifiableSet()));
    }

    private static String version() {
        String version = WorkerDescription.class.getPackage().getImplementationVersion();
        return version == null ? "" : version.substring(0, Math.min(version.length(), LONGEST_VERSION));
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }
}
