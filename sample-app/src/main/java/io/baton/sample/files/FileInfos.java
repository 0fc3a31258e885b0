package io.baton.sample.files;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** The received files. */
interface FileInfos extends JpaRepository<FileInfo, Long> {

    boolean existsBySource(String source);

    /** Returns the newest files. */
    List<Line> findByOrderByIdDesc(Limit limit);

    /** Returns how many files each instance has booked. */
    @Query("select new io.baton.sample.files.FileInfos$Booked(f.bookedBy, count(f)) from FileInfo f"
            + " where f.bookedBy is not null group by f.bookedBy")
    List<Booked> bookedByInstance();

    /** How many files one instance has booked. */
    record Booked(String instance, long count) {}

    /** A file as the page lists it. */
    record Line(
            Long id,
            String name,
            @Nullable LocalDate bookedOn,
            int rowCount,
            @Nullable String bookedBy,
            Instant receivedAt) {}
}
