package io.baton.hosts.datajdbc;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import java.time.LocalDate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Registers members, whom a job welcomes. */
@Service
public class Registration {

    private final MemberRepository members;
    private final Jobs jobs;

    Registration(MemberRepository members, Jobs jobs) {
        this.members = members;
        this.jobs = jobs;
    }

    @JobType(name = "members.welcome")
    record Welcome(String name) {}

    @Transactional
    public Member register(String name) {
        Member member = members.save(new Member(name, LocalDate.EPOCH));
        jobs.enqueue(new Welcome(name));
        return member;
    }

    @JobHandler(transactional = true)
    void welcome(Welcome job) {
        members.findByName(job.name()).forEach(member -> {
            member.welcome();
            members.save(member);
        });
    }
}
