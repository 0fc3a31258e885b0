package io.baton.handler.elsewhere;

import io.baton.JobHandler;

/** A handler that no proxy of a subclass in another package can override. */
public class PackagePrivateHandler {

    @JobHandler
    void cleanUp() {}
}
