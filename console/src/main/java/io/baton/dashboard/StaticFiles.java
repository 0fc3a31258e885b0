package io.baton.dashboard;

import io.baton.operator.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** Serves the files of the page and no others. Each is read once. */
final class StaticFiles {

    private static final Map<String, MediaType> TYPES = Map.of(
            "html", MediaType.parseMediaType("text/html;charset=UTF-8"),
            "css", MediaType.parseMediaType("text/css;charset=UTF-8"),
            "js", MediaType.parseMediaType("text/javascript;charset=UTF-8"),
            "svg", MediaType.parseMediaType("image/svg+xml"));

    private static final String[] NAMES = """
            index.html app.css icon.svg app.js api.js dom.js format.js charts.js actions.js activity.js overview.js parts.js jobs.js \
            saved.js export.js job.js why.js workers.js limits.js flows.js graph.js recurring.js changes.js uPlot.iife.min.js \
            uPlot.min.css""".split(" ", -1);

    private final Map<String, byte[]> files = new HashMap<>();

    StaticFiles() {
        for (String name : NAMES) {
            try {
                files.put(name, new ClassPathResource(name, StaticFiles.class).getContentAsByteArray());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    ServerResponse page(ServerRequest request) {
        return file("index.html");
    }

    ServerResponse file(ServerRequest request) {
        return file(request.pathVariable("file"));
    }

    private ServerResponse file(String name) {
        byte[] content = files.get(name);
        MediaType type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (content == null || type == null) {
            throw new RefusedException(HttpStatus.NOT_FOUND.value(), "There is no such file");
        }
        return DashboardResponses.bytes(DashboardResponses.status(HttpStatus.OK).contentType(type), content);
    }
}
