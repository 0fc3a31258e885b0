package io.baton.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Stream;

/** Loads everything anew from this test's class path, except for the libraries whose jars' names begin so. */
final class ClassPathWithout extends URLClassLoader {

    ClassPathWithout(String... libraries) {
        super(
                Stream.concat(roots("META-INF/MANIFEST.MF"), roots("io/baton/"))
                        .distinct()
                        // the jar from which Maven starts tests names every library in its manifest
                        .filter(root -> !root.contains("surefirebooter"))
                        .filter(root -> Arrays.stream(libraries).noneMatch(library -> root.contains("/" + library)))
                        .map(ClassPathWithout::url)
                        .toArray(URL[]::new),
                ClassLoader.getPlatformClassLoader());
    }

    /** Where a resource lies, however this test was started: as {@code file:/classes/} or {@code jar:file:/library.jar!/}. */
    private static Stream<String> roots(String resource) {
        try {
            return Collections.list(ClassPathWithout.class.getClassLoader().getResources(resource)).stream()
                    .map(URL::toString)
                    .map(url -> url.substring(0, url.length() - resource.length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static URL url(String root) {
        try {
            return URI.create(root).toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
