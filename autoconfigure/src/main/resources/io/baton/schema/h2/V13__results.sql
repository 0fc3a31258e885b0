CREATE TABLE IF NOT EXISTS baton_result (
    group_id bigint  NOT NULL,
    item     integer NOT NULL,
    result   character large object NOT NULL,
    PRIMARY KEY (group_id, item)
);
