-- Of a store's jobs one is in the queue at a time, or at work: the next one follows when it is over. Those that wait now are all in it.
alter table job add queued boolean not null default true;
alter table job alter queued set default false;
