package io.baton.handler;

import io.baton.Job;
import io.baton.PayloadCodec;
import io.baton.handler.Handler.HandlerResult;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.TypeCatalog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** A plain application context and what the scanner finds in it. */
final class Scan implements AutoCloseable {

    static final RetryRule DEFAULT_RETRY =
            new RetryRule(Duration.ofSeconds(3), 3, Duration.ofMinutes(30), 0.3, List.of());

    final TypeCatalog types;
    final GenericApplicationContext context;
    final HandlerRegistry registry;

    private Scan(GenericApplicationContext context, PayloadCodec codec) {
        this.context = context;
        HandlerTypes scan = new HandlerTypes(context.getBeanFactory(), codec, DEFAULT_RETRY);
        this.registry = scan.handlers();
        this.types = scan.types();
    }

    /** Of one context that holds these classes as its beans. */
    static Scan of(Class<?>... beans) {
        return of(Map.of(), beans);
    }

    static Scan of(Map<String, Object> properties, Class<?>... beans) {
        return of(context -> {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
            context.register(beans);
        });
    }

    static Scan of(Consumer<AnnotationConfigApplicationContext> setup) {
        return of(new JacksonPayloadCodec(), setup);
    }

    static Scan of(PayloadCodec codec, Consumer<AnnotationConfigApplicationContext> setup) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        setup.accept(context);
        context.refresh();
        return of(codec, context);
    }

    /** Of a context without the processors of Spring's own annotations, some of which do initialise beans to look at them. */
    static Scan plain(Consumer<GenericApplicationContext> setup) {
        GenericApplicationContext context = new GenericApplicationContext();
        setup.accept(context);
        context.refresh();
        return of(new JacksonPayloadCodec(), context);
    }

    private static Scan of(PayloadCodec codec, GenericApplicationContext context) {
        try {
            return new Scan(context, codec);
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
    }

    Handler handler(String type) {
        return registry.find(type)
                .orElseThrow(() -> new AssertionError("No handler for " + type + " among " + registry.all()));
    }

    HandlerResult run(String type, Job<?>... jobs) throws Throwable {
        return handler(type).invoke(List.of(jobs));
    }

    @Override
    public void close() {
        context.close();
    }
}
