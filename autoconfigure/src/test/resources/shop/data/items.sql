INSERT INTO item (item_name) VALUES ('from data.sql');
