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

    UserTotal(String userName, BigDecimal total) {
        this.userName = userName;
        this.total = total;
    }

    String userName() {
        return userName;
    }

    BigDecimal total() {
        return total;
    }
}
