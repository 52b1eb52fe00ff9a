INSERT INTO remote_browser (name, url) VALUES ('grid', 'wss://grid.example/cdp?token=s3cret');
