/**
 * The web page for operators. An application enables its routes for Spring MVC; the files of the page are in the jar.
 *
 * <p>The page has no build and loads nothing from other servers, and inserts every text as text. It uses {@code Operations}. {@code Gate} authorizes
 * requests. One thread takes one sample each second for all viewers, and ends with the last viewer. A viewer that reads too slowly is dropped.
 *
 * <p>Internal: not for applications, may change in any release.
 */
@NullMarked
package io.baton.dashboard;

import org.jspecify.annotations.NullMarked;
