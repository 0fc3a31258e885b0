package io.baton.hosts.dashboard;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** A shop whose operators use the dashboard. */
@SpringBootApplication
public class DashboardHost {

    public static void main(String[] arguments) {
        SpringApplication.run(DashboardHost.class, arguments);
    }

    @Bean
    SecurityFilterChain everything(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .httpBasic(Customizer.withDefaults())
                .csrf(csrf -> csrf.spa())
                .build();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("olga")
                        .password("{noop}secret")
                        .roles("OPERATOR")
                        .build(),
                User.withUsername("karl")
                        .password("{noop}secret")
                        .roles("CLERK")
                        .build());
    }
}
