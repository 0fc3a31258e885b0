package io.baton.wiring;

import io.baton.job.JobRoles;
import io.baton.worker.Engine;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;

/** Finds the objects of an application that take part in its node, such as listeners, and capabilities of its own. */
public interface Extensions {

    /** Returns extensions that are the beans of an application. */
    static Extensions of(ListableBeanFactory beans) {
        return new Extensions() {

            @Override
            public <T> List<T> all(Class<T> type) {
                return beans.getBeanProvider(type)
                        .orderedStream(ObjectProvider.UNFILTERED, false)
                        .toList();
            }

            @Override
            public <T> @Nullable T one(Class<T> type) {
                return beans.getBeanProvider(type).getIfAvailable();
            }
        };
    }

    /** Returns all singletons of a type in their order. The target of a scoped proxy is none, so that it is not called beside the proxy. */
    <T> List<T> all(Class<T> type);

    /** Returns the object of a type; null if there is none. Throws if there are several, none of which is primary. */
    <T> @Nullable T one(Class<T> type);

    /** Returns the object of a type, or this one if there is none. */
    default <T> T one(Class<T> type, T otherwise) {
        T found = one(type);
        return found == null ? otherwise : found;
    }

    /** Returns the operations on jobs on the application's connections. A test may return others, which fail. */
    default JobRoles around(JobRoles jobs) {
        return jobs;
    }

    /** Returns the engine. A test may return another one, which fails. */
    default Engine around(Engine engine) {
        return engine;
    }
}
