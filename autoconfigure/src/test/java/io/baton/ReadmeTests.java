package io.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The code of the README and of the reference compiles as it stands there. */
class ReadmeTests {

    private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("(?m)^(?:public )?(?:class|record|interface) (\\w+)");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @CsvSource({"README.md, 5", "docs/limits.md, 2", "docs/batches.md, 3", "docs/flows.md, 3", "docs/once.md, 2"})
    void its_java_compiles(String page, int blocks) throws IOException {
        Matcher block = JAVA.matcher(Files.readString(Path.of("..", page)));
        List<Path> sources = new ArrayList<>();
        while (block.find()) {
            Matcher name = NAME.matcher(block.group(1));
            assertThat(name.find()).as("a type in %s", block.group(1)).isTrue();
            sources.add(Files.writeString(folder.resolve(name.group(1) + ".java"), block.group(1)));
        }
        assertThat(sources).hasSize(blocks);
        assertThat(compiled(sources)).isEmpty();
    }

    /** Returns what the compiler says. */
    private String compiled(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter says = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", folder.toString());
            compiler.getTask(says, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
        }
        return says.toString();
    }
}
