package io.baton.sample;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;

/** The files that came in. */
interface FileInfos extends JpaRepository<FileInfo, Long> {

    boolean existsBySource(String source);

    /** The newest files, without their content. */
    List<Line> findByOrderByIdDesc(Limit limit);

    /** A file as the page lists it. */
    record Line(
            Long id,
            String name,
            FileInfo.Status status,
            int rowCount,
            @Nullable String processedBy,
            Instant receivedAt) {}
}
