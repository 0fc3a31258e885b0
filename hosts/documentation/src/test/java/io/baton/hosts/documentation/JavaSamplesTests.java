package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every Java sample compiles as it is on its page. One with imports is a whole file. Any other is a fragment: the members of a class, or
 * the body of a method, with the imports below; what else it needs is on its page in a comment {@code <!-- java .. -->}.
 */
class JavaSamplesTests {

    private static final List<String> IMPORTS = List.of(
            "import io.baton.*;",
            "import java.time.*;",
            "import java.util.*;",
            "import org.springframework.context.annotation.*;",
            "import org.springframework.data.domain.PageRequest;",
            "import org.springframework.stereotype.*;",
            "import org.springframework.transaction.annotation.*;");
    private static final Pattern TYPE = Pattern.compile("(?m)^(?:public )?(?:class|record|interface) (\\w+)");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** Returns the pages that have samples; those of the test kit are compiled beside it. */
    static Stream<Page> pages() {
        return Page.all().stream()
                .filter(page -> !page.blocks("java").isEmpty())
                .filter(page -> !page.toString().equals("docs/testing.md"));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void whole_files_compile(Page page) throws IOException {
        Map<String, String> files = new TreeMap<>();
        for (String block : page.blocks("java")) {
            if (isFile(block)) {
                Matcher type = TYPE.matcher(block);
                assertThat(type.find()).as("a type in %s", block).isTrue();
                files.put(type.group(1), block);
            }
        }
        assertThat(compiled(files)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void fragments_compile(Page page) throws IOException {
        int number = 0;
        for (String block : page.blocks("java")) {
            if (!isFile(block)) {
                number++;
                String members = compiled(Map.of("Members" + number, inClass("Members" + number, page, block)));
                if (!members.isEmpty()) {
                    String statements = "    void sample() throws Exception {\n" + block + "\n}\n";
                    assertThat(compiled(Map.of("Body" + number, inClass("Body" + number, page, statements))))
                            .as("Neither members of a class, since %s", members)
                            .isEmpty();
                }
            }
        }
    }

    private static boolean isFile(String block) {
        return block.lines().anyMatch(line -> line.startsWith("import "));
    }

    private static String inClass(String name, Page page, String code) {
        List<String> lines = new ArrayList<>(IMPORTS);
        page.hidden().stream().filter(line -> line.startsWith("import ")).forEach(lines::add);
        lines.add("class Needs" + name + " {");
        page.hidden().stream().filter(line -> !line.startsWith("import ")).forEach(lines::add);
        lines.add("}");
        lines.add("class " + name + " extends Needs" + name + " {");
        lines.add(code);
        lines.add("}");
        return String.join("\n", lines);
    }

    /** Returns the output of the compiler. */
    private String compiled(Map<String, String> files) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Map.Entry<String, String> each : files.entrySet()) {
            sources.add(Files.writeString(folder.resolve(each.getKey() + ".java"), each.getValue()));
        }
        if (sources.isEmpty()) {
            return "";
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter says = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-nowarn",
                    "-parameters",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-d",
                    folder + "");
            compiler.getTask(says, manager, null, options, null, manager.getJavaFileObjectsFromPaths(sources))
                    .call();
        }
        return says.toString()
                .lines()
                .filter(line -> !line.startsWith("Note: "))
                .collect(Collectors.joining("\n"));
    }
}
