package io.baton.hosts.datajdbc;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class MemberController {

    private final MemberRepository members;

    MemberController(MemberRepository members) {
        this.members = members;
    }

    @GetMapping("/members")
    List<Member> members(@RequestParam(name = "name") String name) {
        return members.findByName(name);
    }
}
