/** What applications with JPA are given. */
@NullMarked
package io.baton.jpa;

import org.jspecify.annotations.NullMarked;
