package io.baton.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;
import org.junit.jupiter.api.Test;

/**
 * The road of a plain job, as the page <em>Inside</em> lists it, is the one that it takes: the files whose methods run on the threads that
 * enqueue, claim, run and settle it. The public API, and what knows no job ({@code database} and {@code loop}), are not counted.
 */
@OnEachDatabase(TestDatabase.POSTGRES)
public class RoadTests extends OneEngine {

    private static final int JOBS = 5;
    /** The parts of the road, and the names of the threads that each of them runs on. */
    private static final Map<String, String> THREADS = new LinkedHashMap<>();

    static {
        THREADS.put("enqueue", "main");
        THREADS.put("claim", "baton-claim");
        THREADS.put("run", "baton-job-\\d+");
        THREADS.put("settle", "baton-settle");
    }

    @Test
    void a_plain_job_enters_the_files_of_the_list_and_no_others() throws Exception {
        Part part = engine.part(cue -> null);
        EngineOnDatabase.await().until(() -> run(part));
        Instrumentation instrumentation = instrumentation();
        ResettableClassFileTransformer entries = new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .type(ElementMatchers.nameMatches("io\\.baton\\.(?!engine|testing|database|loop)[a-z]+\\..*"))
                .transform((type, description, loader, module, domain) -> type.visit(
                        Advice.to(Entry.class).on(ElementMatchers.isMethod().or(ElementMatchers.isConstructor()))))
                .installOn(instrumentation);
        try {
            for (int job = 0; job < JOBS; job++) {
                run(part);
            }
        } finally {
            // the tests that follow in this virtual machine get the classes as they were
            entries.reset(instrumentation, AgentBuilder.RedefinitionStrategy.RETRANSFORMATION);
        }
        Map<String, Set<String>> entered = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        THREADS.forEach((name, threads) -> entered.put(name, Road.enteredBy(threads, seen)));
        assertThat(entered)
                .as("the road of a plain job, as docs/inside.md lists it; house.txt counts its files")
                .isEqualTo(listed());
    }

    private boolean run(Part part) {
        engine.await(engine.enqueue(part.plain(0)), JobState.COMPLETED);
        return true;
    }

    /** By name: javac warns of annotations on this class that are not on the class path. */
    private static Instrumentation instrumentation() throws ReflectiveOperationException {
        Object installed = Class.forName("net.bytebuddy.agent.ByteBuddyAgent")
                .getMethod("install")
                .invoke(null);
        return (Instrumentation) requireNonNull(installed);
    }

    private static Map<String, Set<String>> listed() throws IOException {
        String page = Files.readString(Path.of("../docs/inside.md"));
        Map<String, Set<String>> listed = new LinkedHashMap<>();
        Pattern.compile("(?m)^- (\\w+): (`.*)$")
                .matcher(page.substring(page.indexOf("<!-- road -->"), page.indexOf("<!-- end of the road -->")))
                .results()
                .forEach(line -> listed.put(
                        line.group(1),
                        new TreeSet<>(List.of(line.group(2).replace("`", "").split(", ")))));
        return listed;
    }

    /** Called by the instrumented classes. */
    public static final class Road {

        static final Map<String, Set<String>> FILES = new ConcurrentHashMap<>();

        private Road() {}

        /** Returns the files that a thread entered and that none of the parts before has. */
        static Set<String> enteredBy(String threads, Set<String> seen) {
            return FILES.entrySet().stream()
                    .filter(file -> file.getValue().stream().anyMatch(thread -> thread.matches(threads)))
                    .map(file -> file.getKey().substring(file.getKey().lastIndexOf('.') + 1))
                    .filter(seen::add)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        public static void entered(String type) {
            int nested = type.indexOf('$');
            FILES.computeIfAbsent(nested < 0 ? type : type.substring(0, nested), file -> ConcurrentHashMap.newKeySet())
                    .add(Thread.currentThread().getName());
        }
    }

    static final class Entry {

        private Entry() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Origin("#t") String type) {
            Road.entered(type);
        }
    }
}
