package io.baton.testing;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;
import org.springframework.util.FileSystemUtils;

/** Classes that need what is not on the class path of the tests, compiled from text. */
public record CompiledSources(Path folder, URLClassLoader loader) implements AutoCloseable {

    public static CompiledSources of(Map<String, String> bodies) throws IOException {
        Path folder = Files.createTempDirectory("baton-sources");
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", folder.toString()));
        for (Map.Entry<String, String> each : bodies.entrySet()) {
            arguments.add(write(folder, each.getKey(), each.getValue()).toString());
        }
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new IllegalStateException("The sources do not compile: " + bodies.keySet());
        }
        return new CompiledSources(
                folder, new URLClassLoader(new URL[] {folder.toUri().toURL()}));
    }

    private static Path write(Path folder, String name, String body) throws IOException {
        int dot = name.lastIndexOf('.');
        Path file = folder.resolve(name.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "package " + name.substring(0, dot) + "; " + body);
    }

    public Class<?> load(String name) throws ClassNotFoundException {
        return loader.loadClass(name);
    }

    @Override
    public void close() throws IOException {
        loader.close();
        FileSystemUtils.deleteRecursively(folder);
    }
}
