-- Pages far back and graphs of months read this index alone, never the rows.
drop index online_log_newest;
create index online_log_newest on online_log (store_id, at desc, id desc) include (direction, status, source, channel_id);
