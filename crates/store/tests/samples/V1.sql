INSERT INTO imported_file (path) VALUES ('/home/ada/.local/share/tabwright/old.json');
