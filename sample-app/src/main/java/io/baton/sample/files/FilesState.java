package io.baton.sample.files;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The files that the page shows.
 *
 * @param today the business day
 * @param nextNight when all files are processed again
 * @param files the newest ones
 * @param processed how many were, by instance
 * @param totals the users' totals, by name
 */
record FilesState(
        LocalDate today,
        @Nullable Instant nextNight,
        List<File> files,
        List<FileInfos.Booked> processed,
        List<Bookings.Total> totals) {

    /** A file; its errors are those of its dead job. */
    record File(
            long id,
            String name,
            String status,
            int rows,
            @Nullable String processedBy,
            @Nullable LocalDate processedOn,
            Instant receivedAt,
            List<String> errors) {}
}
