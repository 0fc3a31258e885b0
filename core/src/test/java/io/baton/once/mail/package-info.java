@NullMarked
package io.baton.once.mail;

import org.jspecify.annotations.NullMarked;
