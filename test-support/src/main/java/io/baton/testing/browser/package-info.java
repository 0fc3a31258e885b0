/**
 * A real browser, in which tests look at pages: Chromium, of the system.
 */
@NullMarked
package io.baton.testing.browser;

import org.jspecify.annotations.NullMarked;
