package io.baton.sample.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Polls the folder into which users drop files. */
@Component
class Inbox {

    /** Further files stay where every instance sees them. */
    private static final int AT_ONCE = 50;

    private final Path folder;
    private final TakenFiles taken;

    /** The files of the last poll with size and time; used by the polling thread only. */
    private Map<Path, String> seen = Map.of();

    Inbox(FilesProperties properties, TakenFiles taken) throws IOException {
        this.folder = Files.createDirectories(properties.inbox());
        this.taken = taken;
    }

    /** Takes the files that have not changed since the last poll: one that still grows is being copied. */
    @Scheduled(fixedDelayString = "${sample.poll}")
    void poll() throws IOException {
        Map<Path, String> now = new HashMap<>();
        for (Path file : files()) {
            String look = look(file);
            if (look.equals(seen.get(file))) {
                taken.take(file);
            } else {
                now.put(file, look);
            }
        }
        seen = now;
        taken.receiveAll();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                    .filter(path -> !path.getFileName().toString().startsWith("."))
                    .sorted()
                    .limit(AT_ONCE)
                    .toList();
        }
    }

    private static String look(Path file) throws IOException {
        try {
            return Files.size(file) + " " + Files.getLastModifiedTime(file);
        } catch (NoSuchFileException e) {
            // another instance has just taken it
            return "gone";
        }
    }
}
