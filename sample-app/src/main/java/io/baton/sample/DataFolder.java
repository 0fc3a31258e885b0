package io.baton.sample;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/** Where all instances keep their data: for the user's eyes alone, since H2's lock file lets whoever reads it connect. */
final class DataFolder {

    private static final String PRIVATE = "rwx------";

    private DataFolder() {}

    /** Makes the folder if it is not there, and shuts others out. */
    static Path open(Path folder) throws IOException {
        Files.createDirectories(folder);
        FileStore store = Files.getFileStore(folder);
        if (store.supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(PRIVATE));
        }
        return folder;
    }

    /** The password of the database, made by the instance that comes first. */
    static String password(Path folder) throws IOException {
        Path file = folder.resolve("password");
        if (!Files.exists(file)) {
            Path fresh = Files.createTempFile(folder, "password", ".new");
            Files.writeString(fresh, UUID.randomUUID().toString());
            try {
                // all or nothing: another instance must not read half of it, nor make a second one
                Files.createLink(file, fresh);
            } catch (FileAlreadyExistsException e) {
                return Files.readString(file);
            } finally {
                Files.delete(fresh);
            }
        }
        return Files.readString(file);
    }
}
