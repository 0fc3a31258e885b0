package io.baton.sample;

import java.util.List;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;

/** The totals, for reading; {@link Totals} adds to them. */
interface UserTotals extends JpaRepository<UserTotal, String> {

    List<UserTotal> findByOrderByUserName(Limit limit);
}
