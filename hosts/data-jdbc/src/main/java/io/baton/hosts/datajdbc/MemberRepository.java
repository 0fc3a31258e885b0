package io.baton.hosts.datajdbc;

import java.util.List;
import org.springframework.data.jdbc.repository.query.Query;
import org.springframework.data.repository.CrudRepository;

public interface MemberRepository extends CrudRepository<Member, Long> {

    List<Member> findByName(String name);

    @Query("SELECT count(*) FROM member WHERE welcomed")
    long countWelcomed();
}
