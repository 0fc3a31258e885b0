/** Tests of limits in whole applications. */
@NullMarked
package io.baton.permit;

import org.jspecify.annotations.NullMarked;
