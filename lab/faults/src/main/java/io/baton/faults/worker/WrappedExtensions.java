package io.baton.faults.worker;

import io.baton.wiring.Extensions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The objects of an application, of which a subclass wraps some. */
public abstract class WrappedExtensions implements Extensions {

    private final Extensions extensions;

    protected WrappedExtensions(Extensions extensions) {
        this.extensions = extensions;
    }

    @Override
    public <T> List<T> all(Class<T> type) {
        return extensions.all(type);
    }

    @Override
    public <T> @Nullable T one(Class<T> type) {
        return extensions.one(type);
    }
}
