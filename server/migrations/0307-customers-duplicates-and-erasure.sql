-- Customers: duplicates and merges, erasure.

-- ---- Duplicates ------------------------------------------------------------------------------------------

-- Lookup keys of the duplicate search: hashes of phone, e-mail, name, ... A collision costs one comparison, and no
-- value can be recovered. No foreign key to profile, which a scan would check ten million times; the scan deletes
-- orphans.
create table profile_duplicate_key (
  store_id int not null,
  profile_id bigint not null,
  hash int not null
);
-- One leading column after the store each: with two, a plan without statistics may choose the other index and read all
-- of it.
create index profile_duplicate_key_profile on profile_duplicate_key (store_id, profile_id) include (hash);
create index profile_duplicate_key_hash on profile_duplicate_key (store_id, hash) include (profile_id);
select wall('profile_duplicate_key');
-- The only store table without a key: updates and deletes of a replicated table need one, or the whole row.
alter table profile_duplicate_key replica identity full;

-- Pairs of profiles that may be one person, the older one as low. No foreign keys to profile: a writer locks both
-- profiles, and removing profiles deletes their pairs in one statement. One by one, that took a quarter of the removal.
create table profile_duplicate (
  store_id int not null,
  id int generated always as identity,
  low_id bigint not null,
  high_id bigint not null check (high_id > low_id),
  -- Certainty of the rule, 0 to 1.
  score real not null,
  reasons text[] not null,
  -- Dismissed is final: a scan leaves the pair alone.
  status text not null default 'open' check (status in ('open', 'dismissed', 'merged')),
  -- Chosen by hand: a scan does not reopen it.
  chosen boolean not null default false,
  found_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  settled_by int references users,
  -- Order of the queue: certainty times the amount of data that a merge unites. 0 until the next scan.
  gain real not null default 0,
  primary key (store_id, id)
);
create unique index profile_duplicate_pair on profile_duplicate (store_id, low_id, high_id);
create index profile_duplicate_high on profile_duplicate (store_id, high_id);
create index profile_duplicate_gain on profile_duplicate (store_id, status, gain, id);
select wall('profile_duplicate');

-- One profile merged into another, with all that an unmerge restores. The values before are in profile_change of the
-- kept one.
create table profile_merge (
  store_id int not null,
  id int generated always as identity,
  duplicate_id int not null,
  kept_id bigint not null,
  gone_id bigint not null,
  -- Labels given to the kept one: {id: its former row, if any}.
  labels jsonb not null default '{}',
  activities bigint[] not null default '{}',
  consents bigint[] not null default '{}',
  -- Hashes of moved identities: the ids themselves are stored in one place only.
  identities text[] not null default '{}',
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by int references users,
  -- Merges that a person proved on LINE are taken back where the customer is served.
  source text not null default 'user' check (source in ('user', 'line')),
  primary key (store_id, id),
  foreign key (store_id, duplicate_id) references profile_duplicate (store_id, id) on delete cascade
);
create index profile_merge_duplicate on profile_merge (store_id, duplicate_id, id);
select wall('profile_merge');

-- ---- Erasure ---------------------------------------------------------------------------------------------

-- Keyed hashes of erased contacts: an import looks them up and counts returning people.
create table erasure (
  store_id int not null references store,
  key_hash bytea not null,
  erased_at timestamptz not null default clock_timestamp(),
  -- Two people may have shared a phone; the id finds the consent ledger of one of them.
  profile_id bigint not null,
  primary key (store_id, key_hash, profile_id)
);
select wall('erasure');

-- Ids of erased profiles; a restored backup without these rows has the erasures applied again.
create table erased_profile (
  store_id int not null references store,
  profile_id bigint not null,
  erased_at timestamptz not null default clock_timestamp(),
  primary key (store_id, profile_id)
);
select wall('erased_profile');

-- Places in words about other people that may still name an erased person; staff decide about each. Names the place,
-- never its text.
create table erasure_mention (
  store_id int not null references store,
  id int generated always as identity,
  -- Former id of the erased profile.
  erased_id bigint not null,
  -- Table and column.
  place text not null,
  field text not null,
  -- Key of the row without the store.
  row_key text not null,
  -- Profile of the row, if it has one.
  profile_id bigint,
  found_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('kept', 'cleaned')),
  settled_at timestamptz,
  settled_by int references users,
  primary key (store_id, id)
);
create unique index erasure_mention_place on erasure_mention (store_id, erased_id, place, row_key, field);
create index erasure_mention_open on erasure_mention (store_id, id) where outcome is null;
create index erasure_mention_profile on erasure_mention (store_id, profile_id) where profile_id is not null;
select wall('erasure_mention');
