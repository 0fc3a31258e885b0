package io.baton.jpa;

import io.baton.Partition;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;

/** Makes a {@link Partition} a condition of a Criteria query. */
public final class PartitionPredicate {

    private PartitionPredicate() {}

    /** Returns a condition that holds for the same ids as {@link Partition#owns(long)}. */
    public static Predicate of(Partition partition, CriteriaBuilder criteria, Expression<Long> id) {
        long count = partition.count();
        Expression<Long> remainder = mod(criteria, criteria.sum(mod(criteria, id, count), count), count);
        return criteria.equal(remainder, (long) partition.index());
    }

    private static Expression<Long> mod(CriteriaBuilder criteria, Expression<Long> value, long divisor) {
        return criteria.function("mod", Long.class, value, criteria.literal(divisor));
    }
}
