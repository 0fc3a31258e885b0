package io.baton.dashboard;

import io.baton.operator.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.springframework.http.HttpHeaders;
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

    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final Map<String, byte[]> compressed = new LinkedHashMap<>();

    StaticFiles() {
        for (String name : NAMES) {
            byte[] content = read(name);
            files.put(name, content);
            compressed.put(name, compress(content));
        }
    }

    private static byte[] read(String name) {
        try (InputStream stream = StaticFiles.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(
                        name + " is missing from Baton's jar; build it with all of its resources");
            }
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] compress(byte[] content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    ServerResponse page(ServerRequest request) {
        return file(request, "index.html");
    }

    ServerResponse file(ServerRequest request) {
        return file(request, request.pathVariable("file"));
    }

    private ServerResponse file(ServerRequest request, String name) {
        boolean gzip = acceptsGzip(request);
        byte[] content = (gzip ? compressed : files).get(name);
        MediaType type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (content == null || type == null) {
            throw new RefusedException(HttpStatus.NOT_FOUND.value(), "There is no such file");
        }
        ServerResponse.BodyBuilder builder = DashboardResponses.status(HttpStatus.OK)
                .contentType(type)
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
        return DashboardResponses.bytes(gzip ? builder.header(HttpHeaders.CONTENT_ENCODING, "gzip") : builder, content);
    }

    /** Returns whether the request accepts gzip without a weight, as browsers do. */
    private static boolean acceptsGzip(ServerRequest request) {
        return request.headers().header(HttpHeaders.ACCEPT_ENCODING).stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .anyMatch(coding -> coding.strip().equalsIgnoreCase("gzip"));
    }
}
