INSERT INTO search_provider (name, url) VALUES ('Docs', 'https://docs.example/?q={query}');
INSERT INTO search_default (only_row, name) VALUES (1, 'Docs');
