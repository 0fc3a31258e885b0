package io.baton.hosts.datajpa;

import java.util.Optional;
import org.springframework.data.jpa.repository.JpaRepository;

public interface CityRepository extends JpaRepository<City, Long> {

    Optional<City> findByNameIgnoringCase(String name);
}
