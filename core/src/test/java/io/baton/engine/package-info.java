/**
 * Tests of the whole engine, through the face that applications see: a Spring Boot application, its handlers and the {@code Jobs} bean.
 *
 * <p>Knows nothing of the rooms behind that face, except the tables when it puts rubbish into them.
 */
@NullMarked
package io.baton.engine;

import org.jspecify.annotations.NullMarked;
