-- two instances may start at once
create table if not exists file_info (
    id bigint not null auto_increment primary key,
    name varchar(200) not null,
    source varchar(40) not null unique,
    received_at datetime(6) not null,
    booked_on date,
    row_count integer not null,
    booked_by varchar(40)
) character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists file_part (
    file_id bigint not null references file_info (id),
    part integer not null,
    content mediumblob not null,
    primary key (file_id, part)
) character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists booking (
    user_name varchar(60) not null,
    file_id bigint not null references file_info (id),
    business_day date not null,
    part integer not null,
    amount decimal(30, 2) not null,
    primary key (user_name, file_id, business_day, part)
) character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists member (
    id bigint primary key,
    email varchar(100) not null,
    latitude double not null,
    longitude double not null
) character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists push (
    id bigint not null auto_increment primary key,
    kilometres integer not null,
    salt varchar(40) not null,
    winner varchar(1)
) character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists content (
    push_id bigint not null references push (id),
    letter varchar(1) not null,
    subject varchar(100) not null,
    text varchar(1000) not null,
    primary key (push_id, letter)
) character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists recipient (
    push_id bigint not null references push (id),
    user_id bigint not null references member (id),
    sample varchar(1),
    sent_at datetime(3),
    opened_at datetime(3),
    clicked_at datetime(3),
    primary key (push_id, user_id)
) character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists report_day (
    job_id bigint not null,
    day_of_month integer not null,
    runs integer not null,
    added_by varchar(40),
    primary key (job_id, day_of_month)
) character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists article_order (
    job_id bigint primary key,
    article varchar(60) not null,
    progress varchar(200) not null,
    changes integer not null
) character set utf8mb4 collate utf8mb4_nopad_bin;

-- one for each signal that a job waits for
create table if not exists approval (
    job_id bigint not null,
    signal_name varchar(100) not null,
    question varchar(200) not null,
    decision varchar(10),
    decided_by varchar(100),
    decided_at timestamp(6) null default null,
    primary key (job_id, signal_name)
) character set utf8mb4 collate utf8mb4_nopad_bin;

create table if not exists approval_link (
    token_hash varchar(64) primary key,
    job_id bigint not null,
    signal_name varchar(100) not null,
    recipient varchar(100) not null,
    choice varchar(10) not null,
    expires_at timestamp(6) not null default current_timestamp(6),
    foreign key (job_id, signal_name) references approval (job_id, signal_name)
) character set utf8mb4 collate utf8mb4_nopad_bin;
