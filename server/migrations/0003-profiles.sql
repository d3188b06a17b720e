create table profile_field (
  store_id int not null references store,
  -- Custom fields count on from 1000; the ids below belong to the system fields, which are the same in every store.
  id int generated always as identity (start with 1000),
  field_name text not null,
  display_name text not null,
  data_type text not null check (data_type in ('String', 'Number', 'Date', 'Boolean')),
  field_type text not null default 'custom_profile' check (field_type in ('custom_profile', 'transform_profile')),
  sensitive boolean not null default false,
  -- Its values tell people apart: they are kept in profile_key, so that an import can look them up.
  match_key boolean not null default false,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index profile_field_name on profile_field (store_id, lower(field_name));
create unique index profile_field_display_name on profile_field (store_id, name_key(display_name));
select wall('profile_field');

create table profile (
  store_id int not null references store,
  id bigint generated always as identity,
  first_name text,
  last_name text,
  first_name_en text,
  last_name_en text,
  prefix_name text,
  workplace text,
  workplace_en text,
  birth_date date,
  -- E.164 where it could be read as a number of a country, else its bare digits.
  phone text,
  citizen_id text,
  -- Lower case.
  email text,
  gender text,
  age double precision,
  occupation text,
  business_type text,
  company text,
  address text,
  address_en text,
  income double precision,
  line_user_id text,
  line_display_name text,
  line_basic_id text,
  amount double precision,
  -- Values of the store's own fields, keyed by field id.
  custom jsonb not null default '{}',
  -- Names alone: phones, e-mails and ids are found by their own indexes, and a trigram index of them all costs 2.5 times as much.
  search_key text generated always as (search_key(
    coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(first_name_en, '') || ' ' ||
    coalesce(last_name_en, '') || ' ' || coalesce(company, '') || ' ' || coalesce(line_display_name, ''))) stored,
  -- The run and the row of its file that made this profile: the source of every value that `sources` does not name.
  origin_run bigint,
  origin_row int,
  -- Where later values came from: {field: [source, id, row]}, source one of run, user, api_key, line.
  sources jsonb not null default '{}',
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  merged_into bigint,
  primary key (store_id, id)
);
create index profile_updated on profile (store_id, updated_at desc, id desc) where deleted_at is null and merged_into is null;
create index profile_created on profile (store_id, created_at desc, id desc) where deleted_at is null and merged_into is null;
-- Plain, not unique: people share phones and e-mail addresses. The pattern classes also serve a search for how one begins. Deleted
-- profiles are in them: with the same predicate as the indexes above, a plan made on an empty store could take one of those instead.
create index profile_phone on profile (store_id, phone text_pattern_ops) where phone is not null;
create index profile_email on profile (store_id, email text_pattern_ops) where email is not null;
create index profile_citizen_id on profile (store_id, citizen_id)
  where citizen_id is not null;
create index profile_line_user_id on profile (store_id, line_user_id)
  where line_user_id is not null;
create index profile_search on profile using gin (search_key gin_trgm_ops) where deleted_at is null and merged_into is null;
create index profile_origin on profile (store_id, origin_run) where origin_run is not null;
select wall('profile');
-- An import takes its ids before it writes, so that a row's record can name its profile.
grant usage on sequence profile_id_seq to ruam_app;

-- How many live profiles a store has, so that no list has to count them; every statement that adds or removes some keeps it.
create table profile_total (
  store_id int primary key references store,
  live bigint not null default 0
);
select wall('profile_total');

-- Values of custom fields that people are matched by.
create table profile_key (
  store_id int not null,
  field_id int not null,
  value text not null,
  profile_id bigint not null,
  primary key (store_id, field_id, value, profile_id),
  foreign key (store_id, field_id) references profile_field (store_id, id) on delete cascade,
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index profile_key_profile on profile_key (store_id, profile_id);
select wall('profile_key');

-- Ids that another system gives a person. LINE's differ per provider and Facebook's per page, hence the scope.
create table identity (
  store_id int not null,
  kind text not null check (kind in ('line', 'facebook')),
  scope text not null,
  value text not null,
  profile_id bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, kind, scope, value),
  foreign key (store_id, profile_id) references profile (store_id, id)
);
create index identity_profile on identity (store_id, profile_id);
select wall('identity');

-- What people and programs changed outside a run; a run keeps its changes with its records.
create table profile_change (
  store_id int not null,
  id bigint generated always as identity,
  profile_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  source text not null check (source in ('user', 'api_key', 'line', 'system', 'merge', 'undo')),
  source_id bigint,
  -- {field: [before, after]}
  changes jsonb not null,
  primary key (store_id, id),
  foreign key (store_id, profile_id) references profile (store_id, id)
);
create index profile_change_profile on profile_change (store_id, profile_id, at desc);
select wall('profile_change');

create table label (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  description text not null default '',
  color text not null,
  type text not null check (type in ('general', 'advanced')),
  segment_rule jsonb,
  auto_apply_enabled boolean not null default false,
  display_enabled boolean not null default true,
  target_count int not null default 0,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index label_name on label (store_id, name_key(name));
select wall('label');

create table profile_label (
  store_id int not null,
  label_id int not null,
  profile_id bigint not null,
  source text not null check (source in ('rule', 'manual_add', 'manual_remove', 'import')),
  run_id bigint,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, label_id, profile_id),
  foreign key (store_id, label_id) references label (store_id, id) on delete cascade,
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index profile_label_profile on profile_label (store_id, profile_id);
select wall('profile_label');

create table activity_field (
  store_id int not null references store,
  id int generated always as identity (start with 1000),
  field_name text not null,
  display_name text not null,
  data_type text not null check (data_type in ('String', 'Number', 'Date', 'Boolean')),
  field_type text not null default 'custom_activity' check (field_type in ('custom_activity', 'transform_activity')),
  status text not null default 'active',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index activity_field_name on activity_field (store_id, lower(field_name));
create unique index activity_field_display_name on activity_field (store_id, name_key(display_name));
select wall('activity_field');

create table activity_type (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  description text not null default '',
  field_ids int[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index activity_type_name on activity_type (store_id, name_key(name));
select wall('activity_type');

create table activity (
  store_id int not null,
  id bigint generated always as identity,
  profile_id bigint not null,
  type_id int not null,
  activity_at timestamptz not null,
  fields jsonb not null default '{}',
  run_id bigint,
  row_no int,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  foreign key (store_id, profile_id) references profile (store_id, id),
  foreign key (store_id, type_id) references activity_type (store_id, id)
);
create index activity_profile on activity (store_id, profile_id, type_id, activity_at desc);
create index activity_type_at on activity (store_id, type_id, activity_at) include (profile_id);
select wall('activity');

-- The consent ledger: every yes and no stays, the newest counts.
create table consent_purpose (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
select wall('consent_purpose');

create table consent_entry (
  store_id int not null,
  id bigint generated always as identity,
  profile_id bigint not null,
  purpose_id int not null,
  status text not null check (status in ('granted', 'withdrawn')),
  source text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  foreign key (store_id, profile_id) references profile (store_id, id),
  foreign key (store_id, purpose_id) references consent_purpose (store_id, id)
);
create index consent_entry_profile on consent_entry (store_id, profile_id, purpose_id, at desc);
select wall('consent_entry');
revoke update, delete on consent_entry from ruam_app;

-- Keyed hashes of people who asked to be forgotten: an import looks here and tells how many came back.
create table erasure (
  store_id int not null references store,
  key_hash bytea not null,
  erased_at timestamptz not null default clock_timestamp(),
  primary key (store_id, key_hash)
);
select wall('erasure');

-- What happened per UTC hour, written with the rows it counts; days of any time zone are sums of hours.
create table hourly_count (
  store_id int not null references store,
  hour timestamptz not null,
  metric text not null,
  channel text not null,
  value bigint not null,
  primary key (store_id, hour, metric, channel)
);
select wall('hourly_count');

-- Live profiles whose names hold the words. Under a policy LIKE may not use an index, so this runs as ruam_door, which the wall lets
-- through, and asks for the current store itself. Words come in as search_key made them.
grant select (store_id, id, search_key, phone, email, citizen_id, deleted_at, merged_into) on profile to ruam_door;
create policy door on profile for select to ruam_door using (true);

create function door.search_profiles(words text[], phone_starts text[], mail_start text) returns setof bigint
language plpgsql stable security definer set search_path = public, pg_temp rows 100
as $$
declare
  live constant text := 'select id from profile where store_id = $1 and deleted_at is null and merged_into is null and ';
  parts text[] := '{}';
  names text;
begin
  -- A word of one or two letters has no trigram of its own but one with the start of a word.
  select string_agg(format('search_key like %L',
      case when length(word) > 2 then '%' else '% ' end || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
    into names
  from (select btrim(search_key(w)) as word from unnest(words) w) keys where word <> '';
  if names is not null then parts := parts || (live || names); end if;
  if cardinality(phone_starts) > 0 then
    parts := parts || (select live || '(' || string_agg(format('phone like %L', p || '%'), ' or ') || ')' from unnest(phone_starts) p);
  end if;
  if mail_start is not null then
    parts := parts || (live || format('email like %L', regexp_replace(mail_start, '([\\%_])', '\\\1', 'g') || '%'));
  end if;
  if cardinality(parts) > 0 then
    return query execute array_to_string(parts, ' union ') using current_store();
  end if;
end $$;
revoke all on function door.search_profiles from public;
alter function door.search_profiles owner to ruam_door;
grant execute on function door.search_profiles to ruam_app;
