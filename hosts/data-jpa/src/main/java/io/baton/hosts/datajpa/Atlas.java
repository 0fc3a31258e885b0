package io.baton.hosts.datajpa;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Cities, each with a job that puts it on the map. */
@Service
public class Atlas {

    private final CityRepository cities;
    private final Jobs jobs;

    Atlas(CityRepository cities, Jobs jobs) {
        this.cities = cities;
        this.jobs = jobs;
    }

    @JobType(name = "atlas.map")
    record Map(String city) {}

    @Transactional
    public void add(String name) {
        cities.save(new City(name));
        jobs.enqueue(new Map(name));
    }

    @JobHandler(transactional = true)
    void map(Map job) {
        cities.findByNameIgnoringCase(job.city()).orElseThrow().map();
    }
}
