INSERT INTO chat_session (id, title, created_ms, updated_ms, model, provider_state, usage, compacted)
VALUES ('01KZ0000000000000000000000', 'Buy milk', 1, 2, 'fast', '{"thread":"x"}', '{"input":1,"cached":0,"output":1,"contextWindow":null}', 0);
INSERT INTO chat_run (id, session, is_open, body) VALUES ('01KZ0000000000000000000001', '01KZ0000000000000000000000', 0, '{}');
INSERT INTO chat_message (session, number, run, created_ms, body, words)
VALUES ('01KZ0000000000000000000000', 0, '01KZ0000000000000000000001', 1, '{"role":"user","content":[]}', 'Buy milk');
INSERT INTO chat_event (session, id, body) VALUES ('01KZ0000000000000000000000', 1, '{}');
