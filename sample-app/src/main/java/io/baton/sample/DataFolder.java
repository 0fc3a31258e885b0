package io.baton.sample;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/** The folder with the data of all instances: readable by its user only, since H2's lock file allows every reader to connect. */
final class DataFolder {

    private static final String PRIVATE = "rwx------";

    private DataFolder() {}

    /** Creates the folder if it does not exist, and denies access to other users. */
    static Path open(Path folder) throws IOException {
        Files.createDirectories(folder);
        FileStore store = Files.getFileStore(folder);
        if (store.supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(PRIVATE));
        }
        return folder;
    }

    /** Returns the password of the database, which the first instance generates. */
    static String password(Path folder) throws IOException {
        Path file = folder.resolve("password");
        if (!Files.exists(file)) {
            Path fresh = Files.createTempFile(folder, "password", ".new");
            Files.writeString(fresh, UUID.randomUUID().toString());
            try {
                // atomic: another instance must not read half of it, nor generate a second one
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
