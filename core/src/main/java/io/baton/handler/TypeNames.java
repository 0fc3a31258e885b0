package io.baton.handler;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.type.Names;
import io.baton.type.TypeCatalog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactoryUtils;

/** Gives each handler the name of its job type, and warns of names that would change with a class. */
final class TypeNames {

    private static final Logger log = LoggerFactory.getLogger(TypeNames.class);

    private static final Pattern GENERATED_SUFFIX = Pattern.compile("#.*");

    private final Attributes attributes;
    private final Map<String, String> derived = new LinkedHashMap<>();

    TypeNames(Attributes attributes) {
        this.attributes = attributes;
    }

    String name(HandlerMethod handler, JobHandler annotation, @Nullable Class<?> payload) {
        String onMethod = attributes.text(handler, "the name", annotation.value());
        String onPayload = payload == null
                ? ""
                : TypeCatalog.annotated(payload).map(JobType::name).orElse("");
        if (!onMethod.isEmpty() && !onPayload.isEmpty() && !onMethod.equals(onPayload)) {
            throw handler.refusal(
                    "@JobHandler calls its type \"" + onMethod + "\", @JobType on the payload calls it \"" + onPayload
                            + "\".",
                    "Leave the name to @JobType, which nodes without this handler read too: remove it from @JobHandler.");
        }
        if (!onMethod.isEmpty()) {
            return onMethod;
        }
        return onPayload.isEmpty() ? derive(handler, payload) : onPayload;
    }

    private String derive(HandlerMethod handler, @Nullable Class<?> payload) {
        String name = payload == null ? ofMethod(handler) : TypeCatalog.derivedName(payload);
        derived.put(name, handler.describe());
        return name;
    }

    private static String ofMethod(HandlerMethod handler) {
        return ofBean(handler) + "." + Names.kebabCase(handler.method().getName());
    }

    // imported and nested classes are beans by their full class name, which must not be stored
    private static String ofBean(HandlerMethod handler) {
        String bean = GENERATED_SUFFIX
                .matcher(BeanFactoryUtils.transformedBeanName(handler.beanName()))
                .replaceAll("");
        boolean namedByClass = bean.equals(handler.beanClass().getName());
        return namedByClass ? TypeCatalog.derivedName(handler.beanClass()) : Names.kebabCase(bean);
    }

    void warnOfDerived(Set<String> logged) {
        derived.keySet().removeAll(logged);
        logged.addAll(derived.keySet());
        if (!derived.isEmpty()) {
            log.warn(
                    "The names of these job types are taken from classes, beans or methods: {}. Renaming one of those would orphan"
                            + " the jobs that wait under the name. Fix a name with @JobType(name = \"..\") on the payload, or with"
                            + " @JobHandler(\"..\") where there is none",
                    derived.entrySet().stream()
                            .map(each -> each.getKey() + " (" + each.getValue() + ")")
                            .collect(Collectors.joining(", ")));
        }
    }
}
