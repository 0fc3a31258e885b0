/**
 * The web page for operators: routes for Spring MVC, which an application switches on, and the files of the page, which stand in the jar.
 *
 * <p>The page is plain: no build, nothing from outside, every text put in as text. It shows and changes what {@code Operations} offers.
 * {@code Gate} authorizes requests. All viewers together cost one sample each second, taken by one thread, which ends with the last viewer; a
 * viewer that reads too slowly is dropped.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.dashboard;

import org.jspecify.annotations.NullMarked;
