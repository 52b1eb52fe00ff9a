INSERT INTO mcp_session (id, number, introduction, name, tab) VALUES ('a', 1, '{}', 'codex', 7);
INSERT INTO mcp_session_tab (session, position, tab) VALUES ('a', 0, 7), ('a', 1, 9);
