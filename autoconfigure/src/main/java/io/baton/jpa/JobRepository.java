package io.baton.jpa;

import io.baton.JobState;
import java.util.Optional;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.repository.Repository;

/** Reads jobs through JPA, for queries that {@link io.baton.Jobs} does not have. */
public interface JobRepository extends Repository<JobEntity, Long>, JpaSpecificationExecutor<JobEntity> {

    /** Returns one unfinished or dead job. */
    Optional<JobEntity> findById(Long id);

    /** Returns the newest jobs in a state. */
    Slice<JobEntity> findByStateOrderByIdDesc(JobState state, Pageable page);
}
