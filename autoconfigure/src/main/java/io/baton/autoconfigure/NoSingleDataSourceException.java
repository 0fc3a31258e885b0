package io.baton.autoconfigure;

import io.baton.BatonException;

/** There are several data sources, and nothing says which of them holds the jobs. */
final class NoSingleDataSourceException extends BatonException {

    private static final long serialVersionUID = 1L;

    NoSingleDataSourceException() {
        super("There are several data sources, none is primary, and none is marked with @BatonDataSource");
    }
}
