package io.baton.dashboard;

import io.baton.operator.Access;

/**
 * The settings of the dashboard.
 *
 * @param path of the dashboard
 * @param proxied whether the web server trusts forwarded headers
 * @param access of its users
 */
public record DashboardSettings(String path, boolean proxied, Access access) {}
