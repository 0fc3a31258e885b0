package io.baton.dashboard;

import org.jspecify.annotations.Nullable;

/**
 * The settings of the dashboard.
 *
 * @param path of the dashboard
 * @param writes whether something can be changed
 * @param showValues whether payloads, results and messages of errors are shown
 * @param remote whether every request is served
 * @param proxied whether the web server trusts forwarded headers
 * @param role that its users must have; null if none
 * @param jobsRole that those who change jobs must have; null if none
 * @param limitsRole that those who change queues, limits and recurring jobs must have; null if none
 */
public record DashboardSettings(
        String path,
        boolean writes,
        boolean showValues,
        boolean remote,
        boolean proxied,
        @Nullable String role,
        @Nullable String jobsRole,
        @Nullable String limitsRole) {}
