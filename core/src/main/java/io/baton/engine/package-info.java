/**
 * This package is Baton without Spring Boot: {@link io.baton.engine.BatonEngine} is the job queue of an application, and the worker of this node.
 * Like {@link io.baton}, it is for applications; where Spring Boot configures Baton, they do not need it.
 */
@NullMarked
package io.baton.engine;

import org.jspecify.annotations.NullMarked;
