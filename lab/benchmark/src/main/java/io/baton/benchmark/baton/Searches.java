package io.baton.benchmark.baton;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Searches and diagnoses jobs in the dashboard in each way that there is, so often; returns the median of each way in milliseconds, and of a
 * diagnosis the 95th percentile of ten times as many.
 */
@Component
@ConditionalOnBooleanProperty("baton.dashboard.enabled")
class Searches implements Measurement {

    private static final List<String> WAYS = List.of(
            "jobs",
            "jobs?state=READY",
            "jobs?state=DEAD",
            "jobs?type=noop",
            "jobs?type=rare",
            "jobs?type=none",
            "jobs?queue=work&state=SCHEDULED",
            "jobs?label=customer%3D17",
            "jobs?label=customer%3Dnone",
            "jobs?type=rare&since=1h",
            "jobs?type=none&since=240h&until=120h",
            "jobs?error=Failed%3A+1700%20",
            "jobs?error=none",
            "matching?type=noop",
            "matching?state=DEAD",
            "matching?error=Call&since=24h",
            "jobs/4711",
            "queues",
            "diagnosis?job=4711",
            "diagnosis?queue=work",
            "diagnosis?type=noop",
            "diagnosis?type=none");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Environment environment;

    Searches(Environment environment) {
        this.environment = environment;
    }

    @Override
    public String measure(int number) throws Exception {
        StringBuilder medians = new StringBuilder();
        for (String way : WAYS) {
            boolean diagnosis = way.startsWith("diagnosis");
            double[] millis = new double[diagnosis ? 10 * number : number];
            for (int i = 0; i < millis.length; i++) {
                long start = System.nanoTime();
                ask(way);
                millis[i] = (System.nanoTime() - start) / 1e6;
            }
            Arrays.sort(millis);
            medians.append(medians.isEmpty() ? "" : " ")
                    .append(way)
                    .append("=")
                    .append(millis[(int) (millis.length * (diagnosis ? 0.95 : 0.5))]);
        }
        return medians.toString();
    }

    private void ask(String way) throws Exception {
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + environment.getProperty("local.server.port")
                                + "/baton/dashboard/api/" + way))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(way + " is answered by " + answer.statusCode() + ": "
                    + answer.body().lines().collect(Collectors.joining(" ")));
        }
    }
}
