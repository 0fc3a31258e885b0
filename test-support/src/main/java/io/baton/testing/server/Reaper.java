package io.baton.testing.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A shell that outlives this JVM by a moment, however that dies: it kills the processes it was told of and not told the end of. A
 * number may have gone to somebody else meanwhile, so it kills only what names the run's directory on its command line.
 */
public final class Reaper implements AutoCloseable {

    private static final String SCRIPT = """
            directory="$1"
            remove="$2"
            trap '' INT TERM HUP
            pids=""
            while read -r sign pid; do
              case "$sign" in
                +) pids="$pids $pid" ;;
                -) pids=$(printf '%s\\n' $pids | grep -vx "$pid" | tr '\\n' ' ') ;;
              esac
            done
            for pid in $pids; do
              if tr '\\0' ' ' < "/proc/$pid/cmdline" 2> /dev/null | grep -qF "$directory"; then kill -9 "$pid"; fi
            done
            if [ "$remove" = true ]; then rm -rf "$directory" || rm -rf "$directory"; fi
            """;

    private final Path directory;
    private final Process process;
    private final Writer line;

    /** Creates a reaper of processes that name this directory. */
    public Reaper(Path directory) {
        this(directory, false);
    }

    private Reaper(Path directory, boolean remove) {
        this.directory = directory;
        try {
            process = new ProcessBuilder(
                            "sh", "-c", SCRIPT, "baton-reaper", directory.toString(), Boolean.toString(remove))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            line = process.outputWriter(StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException("No shell to clean up behind this run", e);
        }
    }

    /** Returns the one whose processes and directory go with this JVM. */
    public static Reaper ofThisJvm() {
        return OfThisJvm.REAPER;
    }

    private static final class OfThisJvm {

        static final Reaper REAPER = new Reaper(Workplace.temporary("baton-servers"), true);
    }

    public Path directory() {
        return directory;
    }

    public void watch(long pid) {
        tell("+ " + pid);
    }

    public void forget(long pid) {
        tell("- " + pid);
    }

    private synchronized void tell(String what) {
        try {
            line.write(what + "\n");
            line.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("The shell that cleans up behind this run is gone", e);
        }
    }

    @Override
    public void close() {
        try {
            line.close();
            process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
