package io.baton.autoconfigure;

import io.baton.handler.JobHandlerScanner;
import io.baton.loop.LogText;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/**
 * Warns of handlers in child contexts, which are made when the worker of this one runs already.
 *
 * @param own the context of the worker
 */
record ChildHandlers(ApplicationContext own) implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger log = LoggerFactory.getLogger(ChildHandlers.class);

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        ApplicationContext refreshed = event.getApplicationContext();
        if (refreshed != own
                && refreshed.getAutowireCapableBeanFactory() instanceof ConfigurableListableBeanFactory beans) {
            warnOf(refreshed, beans);
        }
    }

    private static void warnOf(ApplicationContext child, ConfigurableListableBeanFactory beans) {
        if (beans.getBeanNamesForType(HandlerTypes.class, true, false).length > 0) {
            return;
        }
        List<String> missed = JobHandlerScanner.describe(beans);
        if (!missed.isEmpty()) {
            log.warn(
                    "The job handlers {} are never called on this node: their beans are in the context '{}', a child of the one whose worker"
                            + " runs the jobs and which started before it. Declare these beans in the parent context; or let the child"
                            + " have the worker, by declaring the handlers and Baton's DataSource in the child only",
                    LogText.of(missed.toString()),
                    LogText.of(child.getId()));
        }
    }
}
