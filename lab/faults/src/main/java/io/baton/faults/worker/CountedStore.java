package io.baton.faults.worker;

import io.baton.job.JobRoles;
import io.baton.job.JobSettlements;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;

/** Notes every settlement that was refused because the claim was lost. */
final class CountedStore {

    private CountedStore() {}

    static JobRoles around(JobRoles jobs, Trace trace) {
        return new JobRoles(
                jobs.inserts(),
                jobs.claims(),
                around(jobs.settlements(), trace),
                jobs.admin(),
                jobs.releases(),
                jobs.steps(),
                jobs.sweeps());
    }

    private static JobSettlements around(JobSettlements settlements, Trace trace) {
        return (JobSettlements) Proxy.newProxyInstance(
                JobSettlements.class.getClassLoader(),
                new Class<?>[] {JobSettlements.class},
                (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(settlements, arguments);
                        if (method.getName().equals("settle")) {
                            note((List<?>) arguments[0], (Map<?, ?>) answer, trace);
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    private static void note(List<?> asked, Map<?, ?> answer, Trace trace) {
        for (Object settlement : asked) {
            Settlement one = (Settlement) settlement;
            if (answer.get(one.fence()) == Settled.FENCED) {
                trace.note("fenced", one.fence().id());
            }
        }
    }
}
