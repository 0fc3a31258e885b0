package io.baton.autoconfigure.shop;

import io.baton.JobType;

@JobType(name = "shop.price-item")
public record PriceItem(String itemName) {}
