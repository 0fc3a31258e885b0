package io.baton.sample.orders;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The orders, by the id of their job. */
@Component
class Orders {

    private final JdbcClient jdbc;

    Orders(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void placed(long job, String article) {
        jdbc.sql("insert into article_order (job_id, article, progress, changes) values (?, ?, 'placed', 0)")
                .params(job, article)
                .update();
    }

    void changed(long job, String progress) {
        jdbc.sql("update article_order set progress = ?, changes = changes + 1 where job_id = ?")
                .params(progress, job)
                .update();
    }

    Order of(long job) {
        return jdbc.sql("select article, progress, changes from article_order where job_id = ?")
                .param(job)
                .query(Order.class)
                .single();
    }

    /**
     * An order.
     *
     * @param changes how often its job has changed it: once in each transactional step
     */
    record Order(String article, String progress, int changes) {}
}
