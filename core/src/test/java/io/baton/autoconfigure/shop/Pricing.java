package io.baton.autoconfigure.shop;

import io.baton.JobHandler;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

@Component
public class Pricing {

    public final Set<String> priced = ConcurrentHashMap.newKeySet();

    @JobHandler
    void price(PriceItem item) {
        priced.add(item.itemName());
    }
}
