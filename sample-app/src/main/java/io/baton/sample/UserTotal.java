package io.baton.sample;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.math.BigDecimal;

/** What all files together say of one user. */
@Entity
class UserTotal {

    @Id
    private String userName = "";

    private BigDecimal total = BigDecimal.ZERO;

    protected UserTotal() {}

    String userName() {
        return userName;
    }

    BigDecimal total() {
        return total;
    }
}
