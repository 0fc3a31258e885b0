package io.baton.dashboard;

import java.util.Map;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes responses of the dashboard with its headers, without the application's message converters. */
final class DashboardResponses {

    /** Reads and writes JSON, and does not depend on the application's mapper. */
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private DashboardResponses() {}

    /** Starts a response that browsers may not cache, frame or sniff. */
    static ServerResponse.BodyBuilder status(HttpStatus status) {
        return ServerResponse.status(status)
                .cacheControl(CacheControl.noStore())
                .header("Content-Security-Policy", POLICY)
                .header("X-Content-Type-Options", "nosniff")
                .header("X-Frame-Options", "DENY")
                .header("Referrer-Policy", "no-referrer")
                .header("Cross-Origin-Opener-Policy", "same-origin")
                .header("Cross-Origin-Resource-Policy", "same-origin");
    }

    static ServerResponse json(Object body) {
        return bytes(status(HttpStatus.OK).contentType(MediaType.APPLICATION_JSON), JSON.writeValueAsBytes(body));
    }

    /** Returns a problem as the response. */
    static ServerResponse problem(HttpStatus status, String detail) {
        Map<String, Object> body =
                Map.of("title", status.getReasonPhrase(), "status", status.value(), "detail", detail);
        return bytes(status(status).contentType(MediaType.APPLICATION_PROBLEM_JSON), JSON.writeValueAsBytes(body));
    }

    static ServerResponse bytes(ServerResponse.BodyBuilder builder, byte[] bytes) {
        return builder.contentLength(bytes.length).build((request, response) -> {
            response.getOutputStream().write(bytes);
            return null;
        });
    }
}
