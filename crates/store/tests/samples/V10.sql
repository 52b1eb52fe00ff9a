INSERT INTO import_job VALUES (1, 'paused', 0, '{}', '', '{}');
INSERT INTO import_failure VALUES (1, 1, NULL, 'line 7', 'It has no address');
INSERT INTO import_content VALUES (1, 1);
INSERT INTO page_folder VALUES (1, 'Kitchen');
