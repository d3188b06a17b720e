-- Asked every two seconds. In an installation of one store all rows are that store's, so the planner hopes that one of the first it reads
-- has changed: where none has, it would read them all, a second of each two at a million people.
alter function door.stores_to_read() set enable_seqscan = off set enable_bitmapscan = off;
