-- Of whom something has changed that segments look at, until these are calculated: an import of few people calculates these alone.
create table segment_touched (
  store_id int not null references store,
  id bigint generated always as identity,
  -- The segments that look at what has changed.
  label_ids int[] not null,
  profile_ids bigint[] not null,
  primary key (store_id, id)
);
select wall('segment_touched');

-- All wishes from the one to the other are of people in segment_touched. Where they are not all that is wanted, everybody is calculated: so it
-- is of a wish by a server that knows nothing of them.
alter table segment add column partly_since bigint, add column partly_to bigint;
