package io.baton.engine;

import static java.util.Objects.requireNonNull;

import io.baton.JobDetails;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;
import org.awaitility.Awaitility;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Runs plain jobs in a virtual machine of its own, whose classes record that they are entered, and prints which were. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class RoadMain {

    private static final int JOBS = 5;

    /** The parts of the road, and the names of the threads that each of them runs on. */
    private static final Map<String, String> THREADS = new LinkedHashMap<>();

    static {
        THREADS.put("enqueue", "main");
        THREADS.put("claim", "baton-claim");
        THREADS.put("run", "baton-job-\\d+");
        THREADS.put("settle", "baton-settle");
    }

    private static final Map<String, Set<String>> FILES = new ConcurrentHashMap<>();
    private static volatile boolean recorded;

    record Walk(int number) {}

    @JobHandler
    void walk(Walk job) {}

    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        new AgentBuilder.Default()
                .disableClassFormatChanges()
                .type(ElementMatchers.nameMatches("io\\.baton\\.(?!engine|testing|database|loop)[a-z]+\\..*"))
                .transform((type, description, loader, module, domain) -> type.visit(
                        Advice.to(Entry.class).on(ElementMatchers.isMethod().or(ElementMatchers.isConstructor()))))
                .installOn(instrumentation());
        try (ConfigurableApplicationContext context = SpringApplication.run(RoadMain.class, arguments)) {
            Jobs jobs = context.getBean(Jobs.class);
            run(jobs, 0);
            recorded = true;
            for (int number = 1; number <= JOBS; number++) {
                run(jobs, number);
            }
            recorded = false;
            System.out.println(WorkerMain.READY + " " + road());
            while (System.in.read() >= 0) {
                // until whoever started this has enough of it, or is dead
            }
        }
    }

    /** By name: javac warns of annotations on this class that are not on the class path. */
    private static Instrumentation instrumentation() throws ReflectiveOperationException {
        return (Instrumentation) requireNonNull(Class.forName("net.bytebuddy.agent.ByteBuddyAgent")
                .getMethod("install")
                .invoke(null));
    }

    private static void run(Jobs jobs, int number) {
        JobId id = jobs.enqueue(new Walk(number)).id();
        Awaitility.await()
                .atMost(Duration.ofMinutes(3))
                .until(() -> jobs.find(id).map(JobDetails::state).orElseThrow() == JobState.COMPLETED);
    }

    /** Returns the files of each part that none of the parts before has. */
    private static String road() {
        Set<String> seen = new HashSet<>();
        return THREADS.entrySet().stream()
                .map(part -> part.getKey() + "="
                        + FILES.entrySet().stream()
                                .filter(file ->
                                        file.getValue().stream().anyMatch(thread -> thread.matches(part.getValue())))
                                .map(Map.Entry::getKey)
                                .filter(seen::add)
                                .sorted()
                                .collect(Collectors.joining(",")))
                .collect(Collectors.joining(" "));
    }

    /** Called by the classes of Baton. */
    public static void entered(String type) {
        if (recorded) {
            int nested = type.indexOf('$');
            String file = type.substring(type.lastIndexOf('.') + 1, nested < 0 ? type.length() : nested);
            FILES.computeIfAbsent(file, name -> ConcurrentHashMap.newKeySet())
                    .add(Thread.currentThread().getName());
        }
    }

    static final class Entry {

        private Entry() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Origin("#t") String type) {
            entered(type);
        }
    }
}
