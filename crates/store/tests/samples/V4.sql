INSERT INTO grammar (name, site, text) VALUES ('morning', 'example.com', '<Start> = good morning -> {};');
