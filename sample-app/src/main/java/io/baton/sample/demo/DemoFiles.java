package io.baton.sample.demo;

import io.baton.sample.files.FilesProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** Creates demo files. */
@Component
class DemoFiles {

    private static final int FILES = 20;
    private static final int ROWS = 100;
    private static final List<String> USERS =
            List.of("ada", "alan", "barbara", "donald", "edsger", "frances", "grace", "john", "katherine", "margaret");

    private final Path inbox;

    DemoFiles(FilesProperties properties) {
        this.inbox = properties.inbox();
    }

    /** Drops files into the inbox, as a user would; returns how many. */
    int make() throws IOException {
        String run = UUID.randomUUID().toString().substring(0, 8);
        for (int i = 1; i <= FILES; i++) {
            Files.writeString(inbox.resolve("sales-%s-%02d.csv".formatted(run, i)), content());
        }
        return FILES;
    }

    private static String content() {
        return IntStream.range(0, ROWS).mapToObj(row -> line()).collect(Collectors.joining());
    }

    private static String line() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String user = USERS.get(random.nextInt(USERS.size()));
        return String.format(Locale.ROOT, "%s,%d.%02d%n", user, random.nextInt(100), random.nextInt(100));
    }
}
