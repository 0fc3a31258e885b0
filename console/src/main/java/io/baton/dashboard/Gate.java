package io.baton.dashboard;

import static io.baton.operator.RefusedException.forbidden;

import io.baton.operator.Access;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Authorizes requests of authenticated users with the role or, without authentication, requests from this machine. Requests to another name than
 * localhost are refused, since a foreign page could send them by a browser on this machine. Requests of a proxy on this machine are refused too.
 */
record Gate(boolean proxied, Access access) {

    /** The header that only scripts of the page can send, since no other origin is allowed to send it. */
    static final String OWN_REQUEST = "X-Baton-Request";

    private static final Set<String> LOCAL_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern LOOPBACK = Pattern.compile("127(\\.\\d{1,3}){3}|::1|0:0:0:0:0:0:0:1");
    private static final Pattern PORT = Pattern.compile(":\\d*$");
    private static final String FORWARDED = "x-forwarded-";
    private static final Set<String> OTHERS_FORWARDED =
            Set.of("forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip");
    /** Tomcat sets this attribute if it has replaced the client's address by the one in a forwarded header. */
    private static final String READDRESSED = "org.apache.tomcat.request.forwarded";

    /** Refuses callers that may not see the dashboard. */
    void requireAllowed(HttpServletRequest request) {
        access.requireRole(request::isUserInRole);
        if (access.role() == null && request.getUserPrincipal() == null) {
            requireLocal(request);
        }
    }

    /** Refuses requests from other machines. Forwarded headers are not trusted, even if a filter of the application has applied them already. */
    private void requireLocal(HttpServletRequest request) {
        if (proxied || !isLocal(request) || !isLocal(received(request))) {
            throw forbidden("Without authentication the dashboard serves only requests from its own machine");
        }
        String host = String.valueOf(request.getHeader(HttpHeaders.HOST)).toLowerCase(Locale.ROOT);
        if (!LOCAL_HOSTS.contains(PORT.matcher(host).replaceFirst(""))) {
            throw forbidden("Without authentication the dashboard is served only under the name localhost");
        }
    }

    private static boolean isLocal(HttpServletRequest request) {
        return LOOPBACK.matcher(String.valueOf(request.getRemoteAddr())).matches()
                && request.getAttribute(READDRESSED) == null
                && Collections.list(request.getHeaderNames()).stream()
                        .map(header -> header.toLowerCase(Locale.ROOT))
                        .noneMatch(header -> header.startsWith(FORWARDED) || OTHERS_FORWARDED.contains(header));
    }

    /** Returns the request without the wrappers of filters. */
    private static HttpServletRequest received(HttpServletRequest request) {
        HttpServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper
                && wrapper.getRequest() instanceof HttpServletRequest wrapped) {
            inner = wrapped;
        }
        return inner;
    }

    /** Refuses requests that a browser marks as requests of another site. */
    void requireNoOtherSite(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw forbidden("Requests of other sites are refused");
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin != null && !isOwn(origin, request)) {
            throw forbidden("Requests of other origins are refused");
        }
    }

    /** Refuses changes that the user may not make, or that do not come from the page. */
    void requireChangeAllowed(HttpServletRequest request) {
        requireNoOtherSite(request);
        access.requireChange(request::isUserInRole);
        if (request.getHeader(OWN_REQUEST) == null) {
            throw forbidden("The header " + OWN_REQUEST + " is missing");
        }
        if (request.getHeader(HttpHeaders.ORIGIN) == null) {
            throw forbidden("The header Origin is missing");
        }
    }

    private static boolean isOwn(String origin, HttpServletRequest request) {
        String authority = authority(origin);
        return authority != null
                && (authority.equalsIgnoreCase(request.getHeader(HttpHeaders.HOST))
                        || authority.equalsIgnoreCase(seen(request)));
    }

    private static @Nullable String authority(String origin) {
        try {
            return URI.create(origin).getRawAuthority();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the authority that the browser sees. Behind a trusted proxy it is not the one in the header {@code Host}. */
    private static String seen(HttpServletRequest request) {
        int port = request.getServerPort();
        boolean usual = port == (request.isSecure() ? 443 : 80);
        return usual ? request.getServerName() : request.getServerName() + ":" + port;
    }
}
