-- Of a store's jobs one is in the queue at a time, or at work: the next one follows when it is over. All that wait now are in it, for
-- each was put there when it began.
alter table job add queued boolean not null default true;
