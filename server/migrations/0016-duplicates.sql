-- What profiles are looked up by when duplicates are searched: hashes of their phone, e-mail, name, ... that collide now and then,
-- which costs one comparison. No value can be read back from them. Without a foreign key, which a scan would ask ten million times;
-- it clears away what belongs to nobody any more.
create table profile_duplicate_key (
  store_id int not null,
  profile_id bigint not null,
  hash int not null
);
-- Each has one leading column alone: with two, a plan that knows no statistics may take the other index and read all of it.
create index profile_duplicate_key_profile on profile_duplicate_key (store_id, profile_id) include (hash);
create index profile_duplicate_key_hash on profile_duplicate_key (store_id, hash) include (profile_id);
select wall('profile_duplicate_key');

-- Two profiles that look like one person, the older one as low.
create table profile_duplicate (
  store_id int not null,
  id int generated always as identity,
  low_id bigint not null,
  high_id bigint not null check (high_id > low_id),
  -- 0 to 1: how sure the rule is.
  score real not null,
  reasons text[] not null,
  -- Dismissed is for ever: a scan leaves such a pair as it is.
  status text not null default 'open' check (status in ('open', 'dismissed', 'merged')),
  -- Somebody knows them to be one person: a scan does not take it back.
  chosen boolean not null default false,
  found_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  settled_by int references users,
  primary key (store_id, id),
  foreign key (store_id, low_id) references profile (store_id, id) on delete cascade,
  foreign key (store_id, high_id) references profile (store_id, id) on delete cascade
);
create unique index profile_duplicate_pair on profile_duplicate (store_id, low_id, high_id);
create index profile_duplicate_high on profile_duplicate (store_id, high_id);
create index profile_duplicate_score on profile_duplicate (store_id, status, score, id);
select wall('profile_duplicate');

-- One profile that went into another, with what brings it back: what the values were is told by the kept one's profile_change.
create table profile_merge (
  store_id int not null,
  id int generated always as identity,
  duplicate_id int not null,
  kept_id bigint not null,
  gone_id bigint not null,
  -- Labels the kept one was given: {id: the row it had before, if any}.
  labels jsonb not null default '{}',
  activities bigint[] not null default '{}',
  consents bigint[] not null default '{}',
  -- Hashes of the identities that moved: the ids themselves are to be found in one place alone.
  identities text[] not null default '{}',
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by int references users,
  primary key (store_id, id),
  foreign key (store_id, duplicate_id) references profile_duplicate (store_id, id) on delete cascade
);
create index profile_merge_duplicate on profile_merge (store_id, duplicate_id, id);
select wall('profile_merge');

-- What somebody said stays as it is; whose it is follows the profile.
grant update (profile_id) on consent_entry to ruam_app;
