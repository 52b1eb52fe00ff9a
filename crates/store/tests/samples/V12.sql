INSERT INTO flow VALUES (1, 'order-coffee');
INSERT INTO flow_version VALUES (1, 1, 2, 'recorded', '{}');
INSERT INTO flow_recording VALUES (1, '{}');
INSERT INTO flow_gesture VALUES (1, 1, 'g1', '{}');
INSERT INTO flow_run VALUES (1, 1, 0, '{}');
