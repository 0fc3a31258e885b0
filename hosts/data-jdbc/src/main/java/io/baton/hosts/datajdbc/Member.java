package io.baton.hosts.datajdbc;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;

/** Has no {@code @Table}: Spring Data JDBC creates repositories for such a class only without another module of Spring Data. */
public class Member {

    @Id
    private @Nullable Long id;

    private String name;
    private LocalDate joined;
    private boolean welcomed;

    public Member(String name, LocalDate joined) {
        this.name = name;
        this.joined = joined;
    }

    public @Nullable Long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public LocalDate getJoined() {
        return joined;
    }

    public boolean isWelcomed() {
        return welcomed;
    }

    void welcome() {
        welcomed = true;
    }
}
