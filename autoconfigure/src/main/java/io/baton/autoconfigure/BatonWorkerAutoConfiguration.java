package io.baton.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Import;

/** Gives an application that has a job queue the worker. Apart from the queue, since slices of an application in tests have none. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnBean(value = BatonDatabase.class, search = SearchStrategy.CURRENT)
@ConditionalOnBooleanProperty(name = "baton.worker.enabled", matchIfMissing = true)
@Import({WorkerConfiguration.class, FollowUpConfiguration.class, ManualConfiguration.class})
public final class BatonWorkerAutoConfiguration {}
