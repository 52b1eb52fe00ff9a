INSERT INTO resolver_settings (only_row, language, direct_provider) VALUES (1, 'de', NULL);
INSERT INTO resolver_stage_off (stage) VALUES ('wikipedia');
INSERT INTO named_site (key, name, url) VALUES ('wiki', 'The Wiki', 'https://wiki.example/');
