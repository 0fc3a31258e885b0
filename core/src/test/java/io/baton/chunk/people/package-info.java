@NullMarked
package io.baton.chunk.people;

import org.jspecify.annotations.NullMarked;
