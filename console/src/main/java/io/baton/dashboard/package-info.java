/**
 * The web page for operators. An application enables its routes for Spring MVC; the files of the page are in the jar.
 *
 * <p>The page has no build and loads nothing from other servers, and inserts every text as text. It uses {@code Operations}. {@code Gate} authorizes
 * requests. Open pages read a sample of the cluster every two seconds; one sample a second serves all of them.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.dashboard;

import org.jspecify.annotations.NullMarked;
