package io.baton.springbatch;

import io.baton.BatonException;
import io.baton.JobType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Date;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.springframework.batch.core.job.parameters.JobParameter;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;

/** The payload of a launch. Values are stored as text, with the simple name of one of the known types; no class is loaded by its name. */
@SuppressWarnings("JavaUtilDate") // a kind of parameters
@JobType(name = "spring-batch-job", queue = "spring-batch")
record LaunchRequest(String job, Map<String, Parameter> parameters) {

    record Parameter(String type, String value, boolean identifying) {}

    private record Kind<T>(Class<T> type, Function<String, T> parser) {

        JobParameter<T> parse(String name, Parameter parameter) {
            return new JobParameter<>(name, parser.apply(parameter.value()), type, parameter.identifying());
        }
    }

    private static final Map<String, Kind<?>> KINDS = new TreeMap<>();

    static {
        add(String.class, text -> text);
        add(Long.class, Long::valueOf);
        add(Integer.class, Integer::valueOf);
        add(Double.class, Double::valueOf);
        add(Boolean.class, Boolean::valueOf);
        add(BigDecimal.class, BigDecimal::new);
        add(LocalDate.class, LocalDate::parse);
        add(LocalTime.class, LocalTime::parse);
        add(LocalDateTime.class, LocalDateTime::parse);
        add(Date.class, text -> new Date(Long.parseLong(text)));
    }

    private static <T> void add(Class<T> type, Function<String, T> parser) {
        KINDS.put(type.getSimpleName(), new Kind<>(type, parser));
    }

    static LaunchRequest of(String job, JobParameters parameters) {
        Map<String, Parameter> stored = new TreeMap<>();
        for (JobParameter<?> each : parameters) {
            Kind<?> kind = KINDS.get(each.type().getSimpleName());
            if (kind == null || kind.type() != each.type()) {
                throw new BatonException(
                        "The parameter '" + each.name() + "' of the Spring Batch job '" + job + "' is of type "
                                + each.type().getName() + ". A launch can keep these types: " + KINDS.keySet());
            }
            String value = each.value() instanceof Date date
                    ? Long.toString(date.getTime())
                    : each.value().toString();
            stored.put(each.name(), new Parameter(each.type().getSimpleName(), value, each.identifying()));
        }
        return new LaunchRequest(job, stored);
    }

    JobParameters jobParameters() {
        JobParametersBuilder builder = new JobParametersBuilder();
        parameters.forEach((name, parameter) -> {
            Kind<?> kind = KINDS.get(parameter.type());
            if (kind == null) {
                throw new BatonException("This version knows no parameters of type " + parameter.type());
            }
            builder.addJobParameter(kind.parse(name, parameter));
        });
        return builder.toJobParameters();
    }
}
