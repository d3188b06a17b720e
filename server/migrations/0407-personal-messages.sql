-- Messages of their own: one call of LINE for each customer. Their bytes are sealed with the server's key until the outcome is known.
alter table broadcast_chunk add column personal boolean not null default false;
