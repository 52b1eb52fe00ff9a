INSERT INTO agent_token (name, hash, created) VALUES ('codex', zeroblob(32), '2026-11-16T12:00:00Z');
