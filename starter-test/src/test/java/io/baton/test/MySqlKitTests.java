package io.baton.test;

import io.baton.testing.RequiresMySql;
import io.baton.testing.TestDatabase;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@RequiresMySql
class MySqlKitTests extends KitContract {

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry registry) {
        use(TestDatabase.MYSQL, registry);
    }
}
