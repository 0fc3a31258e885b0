package io.baton.hosts.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;

/** The recipes for autoscalers are YAML, and share the load of the queues among the replicas. */
class ScalingRecipesTests {

    private static final String SERIES = "baton_queue_load";

    private static List<PropertySource<?>> documents(String file) throws IOException {
        return new YamlPropertySourceLoader()
                .load(
                        file,
                        new FileSystemResource(
                                Page.ROOT.resolve("docs/monitoring").resolve(file)));
    }

    private static String value(PropertySource<?> document, String name) {
        return String.valueOf(document.getProperty(name));
    }

    @Test
    void keda_follows_the_meter() throws IOException {
        PropertySource<?> scaled = documents("baton-keda.yml").get(0);
        assertThat(value(scaled, "kind")).isEqualTo("ScaledObject");
        assertThat(value(scaled, "spec.minReplicaCount")).isEqualTo("1");
        assertThat(value(scaled, "spec.triggers[0].metricType")).isEqualTo("AverageValue");
        assertThat(value(scaled, "spec.triggers[0].metadata.query")).contains(SERIES);
        assertThat(value(scaled, "spec.triggers[0].metadata.threshold")).isEqualTo("16");
        assertThat(value(scaled, "spec.triggers[0].metadata.ignoreNullValues")).isEqualTo("false");
    }

    @Test
    void the_autoscaler_follows_the_meter_through_the_adapter() throws IOException {
        List<PropertySource<?>> documents = documents("baton-hpa.yml");
        assertThat(documents).hasSize(2);
        assertThat(value(documents.get(0), "rules.external[0].seriesQuery")).contains(SERIES);
        PropertySource<?> scaler = documents.get(1);
        assertThat(value(scaler, "kind")).isEqualTo("HorizontalPodAutoscaler");
        assertThat(value(scaler, "spec.metrics[0].external.metric.name")).isEqualTo(SERIES);
        assertThat(value(scaler, "spec.metrics[0].external.target.type")).isEqualTo("AverageValue");
        assertThat(value(scaler, "spec.metrics[0].external.target.averageValue"))
                .isEqualTo("16");
    }
}
