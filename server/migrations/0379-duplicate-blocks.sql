-- Keys of the duplicate search, packed by slots of 1,024 profile ids: 50 bytes a person instead of 700. A slot is written when a
-- profile of it has changed, and read as a whole: a scan sorts all keys of the store.
create table profile_duplicate_block (
  store_id int not null,
  slot bigint not null,
  -- Profiles, and the transactions that wrote the rows which were read (xmin). Another one: the profile has changed since.
  ids bigint[] not null,
  stamps bigint[] not null,
  -- Hashes of phone, e-mail, name, ... No value can be recovered (customers/duplicates/key-block.ts).
  keys bytea not null,
  -- Number of holders of each key, roughly, when its pairs were compared; 0 before.
  seen bytea not null,
  primary key (store_id, slot)
);
-- Hashes do not compress.
alter table profile_duplicate_block alter column keys set storage external;
alter table profile_duplicate_block alter column seen set storage external;
select wall('profile_duplicate_block');

-- step: the former keys; servers of the former version write some more, and the table is dropped with the next one
truncate profile_duplicate_key;
