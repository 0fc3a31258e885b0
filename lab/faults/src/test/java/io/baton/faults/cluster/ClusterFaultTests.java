package io.baton.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterFaultTests {

    private static final int LEAST = 30;

    @Test
    void a_plan_has_each_kind_before_any_comes_again() {
        List<ClusterFault> plan = ClusterFault.plan(ClusterKind.PATRONI, 7, LEAST);
        assertThat(plan).hasSizeGreaterThanOrEqualTo(LEAST);
        assertThat(plan.subList(0, ClusterFault.values().length)).containsExactlyInAnyOrder(ClusterFault.values());
    }

    @Test
    void a_seed_repeats_its_plan() {
        List<ClusterFault> plan = ClusterFault.plan(ClusterKind.GROUP, 7, LEAST);
        assertThat(ClusterFault.plan(ClusterKind.GROUP, 7, LEAST)).isEqualTo(plan);
        assertThat(ClusterFault.plan(ClusterKind.GROUP, 8, LEAST)).isNotEqualTo(plan);
    }

    @Test
    void only_a_cluster_with_a_manager_has_two_leaders() {
        assertThat(ClusterFault.plan(ClusterKind.PATRONI, 7, LEAST)).contains(ClusterFault.TWO_LEADERS);
        assertThat(ClusterFault.plan(ClusterKind.GALERA, 7, LEAST)).doesNotContain(ClusterFault.TWO_LEADERS);
    }
}
