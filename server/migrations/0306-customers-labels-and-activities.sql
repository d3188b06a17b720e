-- Customers: labels and segments, activities.

-- ---- Labels ----------------------------------------------------------------------------------------------

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
grant select (store_id, id, auto_apply_enabled) on label to ruam_auth;
create policy auth on label for select to ruam_auth using (true);
select opened_to_sql_logins('label');

create table profile_label (
  store_id int not null,
  label_id int not null,
  profile_id bigint not null,
  source text not null check (source in ('rule', 'manual_add', 'manual_remove', 'import')),
  run_id bigint,
  created_at timestamptz not null default clock_timestamp(),
  -- Manual removal: an import that began earlier does not add the label again.
  taken_at timestamptz,
  -- Author and time of a pin, in or out.
  pinned_by int references users,
  pinned_at timestamptz,
  -- Lists and rules test labels by index only, including labels removed by hand.
  primary key (store_id, label_id, profile_id) include (source),
  foreign key (store_id, label_id) references label (store_id, id) on delete cascade,
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index profile_label_profile on profile_label (store_id, profile_id);
create index profile_label_pinned on profile_label (store_id, label_id, pinned_at desc) where pinned_at is not null;
select wall('profile_label');
select opened_to_sql_logins('profile_label');

-- ---- Segments --------------------------------------------------------------------------------------------

-- State of the calculation of a segment, which is a label with a rule (label.segment_rule).
create table segment (
  store_id int not null,
  label_id int not null,
  -- Dependencies of the rule: field:9, activity:3, label:7, ... A write marks the segments that depend on it as stale.
  reads text[] not null,
  -- Rises with every change that makes the segment stale. `done` is its value at the start of the last calculation;
  -- equal means current.
  wanted bigint not null default 0,
  done bigint not null default 0,
  evaluated_at timestamptz,
  -- Next time at which the calendar of this time zone changes the result.
  next_at timestamptz,
  time_zone text,
  error jsonb,
  -- Range of `wanted` that segment_touched covers. Outside of it, all profiles are evaluated.
  partly_since bigint,
  partly_to bigint,
  -- Set by an owner: members of a segment over sensitive fields are visible to people without the right to the values.
  members_visible boolean not null default false,
  primary key (store_id, label_id),
  foreign key (store_id, label_id) references label (store_id, id) on delete cascade
);
select wall('segment');
grant select on segment to ruam_auth;
create policy auth on segment for select to ruam_auth using (true);

-- Profiles changed since the last calculation: after a small import only these are evaluated.
create table segment_touched (
  store_id int not null references store,
  id bigint generated always as identity,
  -- Segments that depend on the change.
  label_ids int[] not null,
  profile_ids bigint[] not null,
  primary key (store_id, id)
);
select wall('segment_touched');

-- Members of a segment, at most once an hour.
create table segment_size (
  store_id int not null,
  label_id int not null,
  at timestamptz not null,
  people int not null,
  primary key (store_id, label_id, at),
  foreign key (store_id, label_id) references label (store_id, id) on delete cascade
);
select wall('segment_size');

-- Calculations of a segment: start, duration and changed members. Only the latest are kept.
create table segment_evaluation (
  store_id int not null,
  label_id int not null,
  id bigint generated always as identity,
  started_at timestamptz not null,
  milliseconds int not null,
  joined int not null,
  gone int not null,
  people int not null,
  -- True if all profiles were evaluated, false if only the changed ones.
  everybody boolean not null,
  failed boolean not null,
  primary key (store_id, label_id, id),
  foreign key (store_id, label_id) references label (store_id, id) on delete cascade
);
select wall('segment_evaluation');

-- Profiles that left a segment in the last days, each with its latest departure.
create table segment_departure (
  store_id int not null,
  label_id int not null,
  profile_id bigint not null,
  left_at timestamptz not null default clock_timestamp(),
  primary key (store_id, label_id, profile_id),
  foreign key (store_id, label_id) references label (store_id, id) on delete cascade,
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index segment_departure_profile on segment_departure (store_id, profile_id);
select wall('segment_departure');

-- Stores with stale automatic segments, by change or by the clock.
create function auth.stores_to_calculate(now timestamptz) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct s.store_id from segment s
  join label l on l.store_id = s.store_id and l.id = s.label_id and l.auto_apply_enabled
  join store on store.store_id = s.store_id
  where s.wanted > s.done or s.next_at <= now or (s.next_at is not null and s.time_zone is distinct from store.time_zone)
  order by 1
$$;

-- ---- Activities ------------------------------------------------------------------------------------------

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
  -- Fields that the product finds by their use: the text of a note, and the amount of money of a purchase, from which
  -- the figures of the shop are summed.
  purpose text check (purpose in ('note', 'amount')),
  formula jsonb,
  converting_to text check (converting_to in ('String', 'Number', 'Date', 'Boolean')),
  primary key (store_id, id),
  constraint activity_field_formula check (formula is null or field_type = 'transform_activity')
);
create unique index activity_field_name on activity_field (store_id, lower(field_name));
create unique index activity_field_display_name on activity_field (store_id, name_key(display_name));
create unique index activity_field_purpose on activity_field (store_id, purpose) where purpose is not null;
select wall('activity_field');

create table activity_type (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  description text not null default '',
  field_ids int[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Marks types that the product creates itself and finds again after they were renamed: notes, visits, LINE events.
  purpose text
    check (purpose in ('note', 'visit', 'line_follow', 'line_unfollow', 'line_message', 'line_postback', 'facebook_message',
      'facebook_postback')),
  primary key (store_id, id)
);
create unique index activity_type_name on activity_type (store_id, name_key(name));
create unique index activity_type_purpose on activity_type (store_id, purpose) where purpose is not null;
select wall('activity_type');
select opened_to_sql_logins('activity_type');

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
  -- Author of an activity added by hand. Imported activities have a run and a row instead.
  created_by int references users,
  -- The number by which its sender tells an activity apart, such as that of a receipt, and the data source that sent it.
  reference text,
  data_source_id int,
  -- Notes that stay in sight, and notes with a day on which somebody follows the customer up.
  pinned_at timestamptz,
  follow_on date,
  followed_at timestamptz,
  -- Source of the reference, 'credential:<lineage>' or 'connector:<data source>', and keyed hash of what it sent.
  source text,
  sent_digest bytea,
  primary key (store_id, id),
  foreign key (store_id, type_id) references activity_type (store_id, id),
  foreign key (store_id, profile_id) references profile (store_id, id) on delete restrict
);
create index activity_profile on activity (store_id, profile_id, type_id, activity_at desc);
-- Latest activities by hand, to offer the types staff use most. Imported rows are excluded, so an import pays nothing.
create index activity_by_hand on activity (store_id, created_at desc) include (type_id) where created_by is not null;
-- Follow-ups that are not done, for the tasks of a day. Hardly any activity is one, so that an import pays nothing.
create index activity_follow_up on activity (store_id, follow_on, id) where follow_on is not null and followed_at is null;
-- The reference before the type, so that only this index fits a lookup by source and reference: where two fit and the
-- planner does not know the table, it takes the smaller one.
create unique index activity_source_reference on activity (store_id, source, reference, type_id) where source is not null;
create unique index activity_reference on activity (store_id, data_source_id, reference, type_id) where reference is not null;
-- The profile is no key column: as one, the index fits lookups by profile as well, and is read whole for each.
create index activity_type_at on activity (store_id, type_id, activity_at) include (profile_id);
select wall('activity');
select opened_to_sql_logins('activity');

-- An activity as it was before a run replaced it: what an undo of that run restores.
create table replaced_activity (
  store_id int not null,
  activity_id bigint not null,
  -- Run that replaced it.
  run bigint not null,
  profile_id bigint not null,
  activity_at timestamptz not null,
  fields jsonb not null,
  run_id bigint,
  row_no int,
  sent_digest bytea,
  primary key (store_id, activity_id, run)
);
create index replaced_activity_profile on replaced_activity (store_id, profile_id);
create index replaced_activity_run on replaced_activity (store_id, run);
select wall('replaced_activity');
