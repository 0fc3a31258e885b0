package io.baton.hosts.batch;

import org.springframework.stereotype.Component;

/** Where tests do something in the middle of a chunk. */
@Component
class Hooks {

    volatile Hook onLine = line -> {};

    /** What is done with each line before it is booked. */
    interface Hook {
        void line(long line) throws Exception;
    }
}
