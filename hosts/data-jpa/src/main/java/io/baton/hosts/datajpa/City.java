package io.baton.hosts.datajpa;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.jspecify.annotations.Nullable;

@Entity
public class City {

    @Id
    @GeneratedValue
    private @Nullable Long id;

    @Column(nullable = false)
    private String name;

    @Column(nullable = false)
    private boolean mapped;

    protected City() {
        this("");
    }

    public City(String name) {
        this.name = name;
    }

    public @Nullable Long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public boolean isMapped() {
        return mapped;
    }

    void map() {
        mapped = true;
    }
}
