package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobContext;
import io.baton.JobId;
import io.baton.job.Fence.Fenced;
import java.lang.reflect.Proxy;

/** What a running job knows of itself, as far as flows ask. */
final class MemberContext {

    private MemberContext() {}

    /** What a handler is called with. */
    static JobContext of(ClaimedJob job) {
        return of(job, JobContext.class, Fenced.class);
    }

    /** The same in a wrapper of the application's. */
    static JobContext wrapped(ClaimedJob job) {
        return of(job, JobContext.class);
    }

    private static JobContext of(ClaimedJob job, Class<?>... types) {
        return (JobContext)
                Proxy.newProxyInstance(MemberContext.class.getClassLoader(), types, (proxy, method, arguments) -> {
                    if (method.getName().equals("fence")) {
                        return job.fence();
                    }
                    assertThat(method.getName()).isEqualTo("id");
                    return new JobId(job.id());
                });
    }
}
