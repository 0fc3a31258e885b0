package io.baton.test;

import io.baton.PayloadKeys;
import io.baton.testing.TestDatabase;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** All of the kit, in an application whose payloads are compressed and encrypted. */
@Import(EncryptedKitTests.Keys.class)
class EncryptedKitTests extends KitContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        use(TestDatabase.H2, registry);
        registry.add("baton.payload.compress-from", () -> "20");
    }

    @Configuration(proxyBeanMethods = false)
    static class Keys {

        @Bean
        PayloadKeys keys() {
            return new PayloadKeys() {

                @Override
                public String currentId() {
                    return "test";
                }

                @Override
                public SecretKey find(String id) {
                    return new SecretKeySpec(new byte[16], "AES");
                }
            };
        }
    }
}
