SET LOCAL lock_timeout = '2s';

CREATE TABLE baton_result (
    group_id bigint  NOT NULL,
    item     integer NOT NULL,
    result   text NOT NULL,
    PRIMARY KEY (group_id, item)
);
