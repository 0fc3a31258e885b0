package io.baton.batch.web;

import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.CorsRegistry;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/** An application whose web interface has a custom of its own in everything. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class StrictHost implements WebMvcConfigurer {

    static final String CONTEXT = "/shop/api";
    static final String PATH = "/work/batches";
    static final String[] PROPERTIES = {
        WebHost.SWITCHED_ON,
        "baton.batches.web.path=" + PATH,
        "server.servlet.context-path=/shop",
        "spring.mvc.servlet.path=/api",
        "spring.jackson.property-naming-strategy=SNAKE_CASE",
        "spring.jackson.default-property-inclusion=non_empty",
        "spring.jackson.serialization.indent-output=true",
        "spring.mvc.problemdetails.enabled=true"
    };

    record Greeting(String firstWord) {}

    @RestController
    static class Everything {

        @RequestMapping("/**")
        Greeting greet() {
            return new Greeting("hello");
        }
    }

    /** Wraps what the controllers of the application answer. */
    @ControllerAdvice
    static class Envelopes implements ResponseBodyAdvice<Object> {

        record Envelope(@Nullable Object theContent) {}

        @Override
        public boolean supports(MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converterType) {
            return true;
        }

        @Override
        public Object beforeBodyWrite(
                @Nullable Object body,
                MethodParameter returnType,
                MediaType type,
                Class<? extends HttpMessageConverter<?>> converterType,
                ServerHttpRequest request,
                ServerHttpResponse response) {
            return new Envelope(body);
        }

        @ExceptionHandler
        @ResponseStatus(HttpStatus.GONE)
        String anything(Exception e) {
            return "gone";
        }
    }

    @Bean
    RouterFunction<ServerResponse> ownRoutes() {
        return RouterFunctions.route()
                .GET("/own", request -> ServerResponse.ok().body("own"))
                .build();
    }

    /** The security of the application. */
    @Bean
    Filter doorkeeper() {
        return (request, response, chain) -> {
            if (((HttpServletRequest) request).getHeader("Authorization") == null
                    && !((HttpServletRequest) request).getMethod().equals("OPTIONS")) {
                ((HttpServletResponse) response).setStatus(401);
            } else {
                chain.doFilter(request, response);
            }
        };
    }

    @Override
    public void configurePathMatch(PathMatchConfigurer paths) {
        paths.addPathPrefix("/v1", type -> true);
    }

    @Override
    public void addCorsMappings(CorsRegistry registry) {
        registry.addMapping(PATH + "/**").allowedOrigins("https://friend.example");
    }
}
