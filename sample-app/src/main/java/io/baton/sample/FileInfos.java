package io.baton.sample;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** The files that came in. */
interface FileInfos extends JpaRepository<FileInfo, Long> {

    boolean existsBySource(String source);

    /** The newest files, without their content. */
    List<Line> findByOrderByIdDesc(Limit limit);

    /** How many files were processed, and by whom. */
    @Query("select new io.baton.sample.FileInfos$Processed(f.processedBy, count(f)) from FileInfo f"
            + " where f.processedBy is not null group by f.processedBy")
    List<Processed> processedByWorker();

    /** What one worker processed. */
    record Processed(String worker, long count) {}

    /** A file as the page lists it. */
    record Line(
            Long id,
            String name,
            FileInfo.Status status,
            int rowCount,
            @Nullable String processedBy,
            Instant receivedAt) {}
}
