-- When LINE was asked whether an imported id is a friend of the store's accounts. Null: not yet.
alter table identity add column asked_at timestamptz;
create index identity_unasked on identity (store_id, value) where kind = 'line' and asked_at is null;
