INSERT INTO entity VALUES (2, 'ada lovelace', 'Ada Lovelace', 'person');
INSERT INTO entity_mention VALUES (1, 2, 'person', 1, 0.9, x'00');
INSERT INTO merged_name VALUES (1, 1, 2);
INSERT INTO entity_position VALUES (1, 0.5, -0.5);
INSERT INTO topic_position VALUES (1, 0.5, -0.5);
