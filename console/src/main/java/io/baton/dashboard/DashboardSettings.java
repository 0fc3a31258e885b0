package io.baton.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * What an application says of its dashboard.
 *
 * @param path where it is
 * @param writes whether something can be changed
 * @param showValues whether payloads, results and messages of errors are shown
 * @param remote whether everybody is answered who reaches the path
 * @param proxied whether the web server believes what proxies say of where a request comes from
 * @param role that its users must have; null if none
 */
public record DashboardSettings(
        String path,
        boolean writes,
        boolean showValues,
        boolean remote,
        boolean proxied,
        @Nullable String role) {}
