package io.baton.dashboard;

import io.baton.operator.RefusedException;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * Who is answered. Who is authenticated is, if they have the role; others only if they come from this machine, unless everybody is. A name that leads
 * to this machine is not enough, or the page of a stranger could read through a browser on this machine; nor is a proxy on this machine.
 */
record Gate(DashboardSettings settings) {

    /** The header that only scripts of the page itself can send, since no other origin is allowed to. */
    static final String OWN_REQUEST = "X-Baton-Request";

    private static final Set<String> LOCAL_HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern LOOPBACK = Pattern.compile("127(\\.\\d{1,3}){3}|::1|0:0:0:0:0:0:0:1");
    private static final Pattern PORT = Pattern.compile(":\\d*$");
    private static final String FORWARDED = "x-forwarded-";
    private static final Set<String> OTHERS_FORWARDED =
            Set.of("forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip");
    /** Tomcat says so where it has put what such a header says in the place of the client's address. */
    private static final String READDRESSED = "org.apache.tomcat.request.forwarded";

    /** Refuses callers that may not see the dashboard. */
    void requireAllowed(HttpServletRequest request) {
        String role = settings.role();
        if (role != null) {
            if (!request.isUserInRole(role)) {
                throw forbidden("This needs a role that you do not have");
            }
        } else if (request.getUserPrincipal() == null && !settings.remote()) {
            requireLocal(request);
        }
    }

    /** What stands in a forwarded header is anybody's word, also where the application has the request changed by it before it comes here. */
    private void requireLocal(HttpServletRequest request) {
        if (settings.proxied() || !isLocal(request) || !isLocal(received(request))) {
            throw forbidden("Without authentication the dashboard answers only requests from its own machine");
        }
        String host = String.valueOf(request.getHeader(HttpHeaders.HOST)).toLowerCase(Locale.ROOT);
        if (!LOCAL_HOSTS.contains(PORT.matcher(host).replaceFirst(""))) {
            throw forbidden("Without authentication the dashboard answers only under the name localhost");
        }
    }

    private static boolean isLocal(HttpServletRequest request) {
        return LOOPBACK.matcher(String.valueOf(request.getRemoteAddr())).matches()
                && request.getAttribute(READDRESSED) == null
                && Collections.list(request.getHeaderNames()).stream()
                        .map(header -> header.toLowerCase(Locale.ROOT))
                        .noneMatch(header -> header.startsWith(FORWARDED) || OTHERS_FORWARDED.contains(header));
    }

    /** Returns the request before filters put others around it. */
    private static HttpServletRequest received(HttpServletRequest request) {
        HttpServletRequest inner = request;
        while (inner instanceof ServletRequestWrapper wrapper
                && wrapper.getRequest() instanceof HttpServletRequest wrapped) {
            inner = wrapped;
        }
        return inner;
    }

    /** Refuses what the browser says comes from another site. */
    void requireNoOtherSite(HttpServletRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw forbidden("Other sites are not answered");
        }
        String origin = request.getHeader(HttpHeaders.ORIGIN);
        if (origin != null && !isOwn(origin, request)) {
            throw forbidden("Other origins are not answered");
        }
    }

    /** Refuses changes that do not come from the page. */
    void requireChangeAllowed(HttpServletRequest request) {
        if (!settings.writes()) {
            throw new RefusedException(
                    HttpStatus.FORBIDDEN.value(),
                    "The dashboard only reads; baton.dashboard.writes=true lets it change");
        }
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

    /** Behind a proxy that the application trusts, what the browser sees is not in the header. */
    private static String seen(HttpServletRequest request) {
        int port = request.getServerPort();
        boolean usual = port == (request.isSecure() ? 443 : 80);
        return usual ? request.getServerName() : request.getServerName() + ":" + port;
    }

    private static RefusedException forbidden(String detail) {
        return new RefusedException(HttpStatus.FORBIDDEN.value(), detail);
    }
}
