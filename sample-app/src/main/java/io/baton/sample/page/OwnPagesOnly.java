package io.baton.sample.page;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** There is no login, so only what the browser sends distinguishes this page's requests from those that any other page can send to this machine. */
@Component
class OwnPagesOnly extends OncePerRequestFilter {

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]", "::1");
    private static final Set<String> HARMLESS =
            Set.of(HttpMethod.GET.name(), HttpMethod.HEAD.name(), HttpMethod.OPTIONS.name());
    private static final Set<String> OWN = Set.of("same-origin", "none");

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        // no page of another site can put this one into a frame and trigger its buttons
        response.setHeader("X-Frame-Options", "DENY");
        // a foreign host name that resolves to this machine would make another site's page count as this one
        if (!THIS_MACHINE.contains(request.getServerName()) || isOfAnotherPage(request)) {
            response.sendError(HttpServletResponse.SC_FORBIDDEN);
        } else {
            chain.doFilter(request, response);
        }
    }

    private static boolean isOfAnotherPage(HttpServletRequest request) {
        if (HARMLESS.contains(request.getMethod())) {
            return false;
        }
        String site = request.getHeader("Sec-Fetch-Site");
        return site == null ? !isOwn(request.getHeader(HttpHeaders.ORIGIN), request) : !OWN.contains(site);
    }

    /** Programs other than browsers send no origin. */
    private static boolean isOwn(@Nullable String origin, HttpServletRequest request) {
        if (origin == null) {
            return true;
        }
        try {
            return request.getHeader(HttpHeaders.HOST).equals(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
