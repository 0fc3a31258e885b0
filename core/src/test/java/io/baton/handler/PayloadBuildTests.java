package io.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobHandler;
import java.util.List;
import org.junit.jupiter.api.Test;

class PayloadBuildTests {

    record Line(String article) {}

    record Order(List<Line> lines) {}

    record Parcel(Order order) {}

    static class Orders {

        @JobHandler("order")
        void order(Order order) {}
    }

    static class Parcels {

        @JobHandler("order")
        void parcel(Parcel parcel) {}
    }

    static class Others {

        @JobHandler("other")
        void other() {}
    }

    @Test
    void nodes_that_read_the_same_payloads_have_the_same_one() {
        try (Scan one = Scan.of(Orders.class, Others.class);
                Scan two = Scan.of(Others.class, Orders.class)) {
            assertThat(one.registry.payloadBuild()).matches("[0-9a-f]{8}").isEqualTo(two.registry.payloadBuild());
        }
    }

    @Test
    void another_payload_makes_another_one() {
        try (Scan orders = Scan.of(Orders.class);
                Scan parcels = Scan.of(Parcels.class)) {
            assertThat(orders.registry.payloadBuild()).isNotEqualTo(parcels.registry.payloadBuild());
        }
    }

    @Test
    void what_a_payload_consists_of_counts_too() {
        assertThat(PayloadBuild.classes(Parcel.class)).containsExactlyInAnyOrder(Parcel.class, Order.class, Line.class);
    }
}
