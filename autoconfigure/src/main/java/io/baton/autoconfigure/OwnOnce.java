package io.baton.autoconfigure;

import io.baton.once.BatonOnce;

/** What the sweeper looks after, also where a test of the application puts a mock in place of the bean that applications inject. */
record OwnOnce(BatonOnce once) {}
