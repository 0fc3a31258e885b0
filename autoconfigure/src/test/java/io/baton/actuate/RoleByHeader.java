package io.baton.actuate;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.util.List;

/** Stands for an authentication: a caller has the roles that a header names. */
public final class RoleByHeader implements Filter {

    public static final String HEADER = "Test-Role";

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(
                new HttpServletRequestWrapper((HttpServletRequest) request) {
                    @Override
                    public boolean isUserInRole(String role) {
                        return List.of(String.valueOf(getHeader(HEADER)).split(",", -1))
                                .contains(role);
                    }
                },
                response);
    }
}
