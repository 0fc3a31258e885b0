package io.baton.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts one instance; any number of instances share the database file and the work. */
@SpringBootApplication
@ConfigurationPropertiesScan
@EnableScheduling
public class SampleApplication {

    public static void main(String[] args) throws IOException {
        // H2 reads it once, before its first connection; without it the database would listen on every interface
        System.setProperty("h2.bindAddress", "127.0.0.1");
        Path folder = DataFolder.open(dataDirectory());
        SpringApplication application = new SpringApplication(SampleApplication.class);
        application.setDefaultProperties(
                Map.of("sample.directory", folder.toString(), "sample.database-password", DataFolder.password(folder)));
        application.run(args);
    }

    /** Returns the same folder from the root of the repository and from the module, so that every instance finds the same database. */
    private static Path dataDirectory() {
        Path here = Path.of("").toAbsolutePath();
        Path module = here.resolve("sample-app");
        return (Files.isDirectory(module) ? module : here).resolve("data");
    }
}
