-- Customers: fields, profiles with all that belongs to them, search, consents and saved views.

-- ---- Fields ----------------------------------------------------------------------------------------------

create table profile_field (
  store_id int not null references store,
  -- Custom fields count from 1000. Lower ids are system fields, equal in all stores.
  id int generated always as identity (start with 1000),
  field_name text not null,
  display_name text not null,
  data_type text not null check (data_type in ('String', 'Number', 'Date', 'Boolean')),
  field_type text not null default 'custom_profile' check (field_type in ('custom_profile', 'transform_profile')),
  sensitive boolean not null default false,
  -- Values identify a profile: they are kept in profile_key, where an import looks them up.
  match_key boolean not null default false,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Definition of a computed field: {function, ...} as in the contract. Its values are never stored.
  formula jsonb,
  -- New type while values are converted block by block. Until that ends, values are read-only and shown as text.
  converting_to text check (converting_to in ('String', 'Number', 'Date', 'Boolean')),
  -- The only values of a text field, in their order; null: any text.
  choices text[],
  primary key (store_id, id),
  constraint profile_field_formula check (formula is null or field_type = 'transform_profile'),
  constraint profile_field_choices
    check (choices is null or (data_type = 'String' and field_type = 'custom_profile' and cardinality(choices) > 0))
);
create unique index profile_field_name on profile_field (store_id, lower(field_name));
create unique index profile_field_display_name on profile_field (store_id, name_key(display_name));
select wall('profile_field');

-- Searchable form of custom texts, without dates. JSON's own marks may stay, because trigrams ignore them; a quotation
-- mark becomes the blank before a word. Qualified by schema, because an index is built without a search path.
create function custom_search_key(custom jsonb) returns text
language sql immutable parallel safe
as $$
  select case when custom <> '{}' then public.search_key(translate(jsonb_path_query_array(custom,
    '$.* ? (@.type() == "string" && !(@ like_regex "^[0-9]{4}-[0-9]{2}-[0-9]{2}"))')::text, '"', ' ')) end
$$;

-- LIKE pattern of a word for custom_search_key, whose texts are escaped as JSON.
create function custom_search_pattern(word text) returns text
language sql immutable parallel safe
as $$ select search_pattern(replace(replace(word, '\', '\\'), '"', '\ ')) $$;

-- Ids of the current store's custom fields that a search must skip. Null if no text field remains.
create function unsearched_fields() returns text[]
language sql stable parallel safe
as $$
  select case when bool_or(data_type = 'String' and not sensitive) then
    coalesce(array_agg(id::text) filter (where sensitive), '{}') end
  from profile_field where store_id = current_store()
$$;

-- ---- Profiles --------------------------------------------------------------------------------------------

-- No foreign keys to store and users: checking them took a third of an import. The wall admits only the current store,
-- and neither stores nor users are deleted while they have profiles.
create table profile (
  store_id int not null,
  id bigint generated always as identity,
  first_name text,
  last_name text,
  first_name_en text,
  last_name_en text,
  prefix_name text,
  workplace text,
  workplace_en text,
  birth_date date,
  -- E.164 if the number could be parsed, else its digits.
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
  -- Values of custom fields, keyed by field id.
  custom jsonb not null default '{}',
  -- Names only: phones, e-mails and ids have their own indexes, and one trigram index of them all costs 2.5 times as
  -- much.
  search_key text generated always as (search_key(
    coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(first_name_en, '') || ' ' ||
    coalesce(last_name_en, '') || ' ' || coalesce(company, '') || ' ' || coalesce(line_display_name, ''))) stored,
  -- Run and row that added this profile: the source of every value that `sources` does not name.
  origin_run bigint,
  origin_row int,
  -- Sources of later values: {field: [source, id, row]}, source one of run, user, api_key, line.
  sources jsonb not null default '{}',
  created_by int,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  merged_into bigint,
  -- Null if the profile has no custom values; then no index entry exists. Stored, because computing it takes 20 times
  -- as long as comparing it.
  custom_search text generated always as (custom_search_key(custom)) stored,
  -- Restricted processing (PDPA section 34): the profile is kept, and belongs to no segment.
  restricted_at timestamptz,
  primary key (store_id, id)
);
-- Not unique: people share phones and e-mail addresses. The pattern classes also serve prefix searches. Deleted
-- profiles are included: with the predicate of profile_updated, a plan made on an empty store could choose that index
-- instead.
create index profile_phone on profile (store_id, phone text_pattern_ops) where phone is not null;
create index profile_email on profile (store_id, email text_pattern_ops) where email is not null;
create index profile_line_user_id on profile (store_id, line_user_id) where line_user_id is not null;
create index profile_origin on profile (store_id, origin_run) where origin_run is not null;
-- Ascending: new profiles have the latest times, and an index fills its pages only at its right end. Lists read it
-- backwards.
create index profile_updated on profile (store_id, updated_at, id) where deleted_at is null and merged_into is null;
create index profile_created on profile (store_id, created_at, id) where deleted_at is null and merged_into is null;
-- Last four digits: 10,000 keys of many rows each take a seventh of an index of reversed phones. The predicate is not
-- `phone is not null`: a plan made on an empty store would look up whole phones here.
create index profile_phone_end on profile (store_id, right(phone, 4)) where right(phone, 4) is not null;
-- Deleted profiles that can be restored. No import writes here.
create index profile_deleted on profile (store_id, deleted_at) where deleted_at is not null;
-- Profiles merged into another one, which cannot be removed before them.
create index profile_merged_into on profile (store_id, merged_into) where merged_into is not null;
create index profile_citizen_id on profile (store_id, citizen_id text_pattern_ops) where citizen_id is not null;
-- Profiles that belong to no segment whatever its rule. Few, and no import writes here. Uses coalesce so that no list
-- of deleted profiles takes this index.
create index profile_outside on profile (store_id, id) where coalesce(deleted_at, restricted_at) is not null or merged_into is not null;
-- The store comes first, so that a search reads only its own store's words, however large the other stores are.
create index profile_search on profile using gin (store_id, search_key gin_trgm_ops) where deleted_at is null and merged_into is null;
create index profile_custom_search on profile using gin (store_id, custom_search gin_trgm_ops)
  where custom_search is not null and deleted_at is null and merged_into is null;
-- Deleted and merged profiles by their change, as profile_updated has the live ones. `is true` keeps other queries
-- off it: to a planner without statistics it looks as good as the index they need.
create index profile_gone on profile (store_id, updated_at, id) where (deleted_at is not null or merged_into is not null) is true;
select wall('profile');
grant select (store_id, id, phone, citizen_id, email, custom,
  search_key, updated_at, deleted_at, merged_into, custom_search) on profile to ruam_auth;
create policy auth on profile for select to ruam_auth using (true);
select opened_to_sql_logins('profile');
-- An import takes ids before it writes, so that the record of a row can name its profile.
grant usage on sequence profile_id_seq to ruam_app;

-- Live profiles per store, so that lists need no count. Every statement that adds or removes profiles updates it.
create table profile_total (
  store_id int primary key references store,
  live bigint not null default 0
);
select wall('profile_total');

-- Values of custom match keys. No foreign key to profile_field: a deleted field loses its keys block by block, because
-- a million are too many for one statement.
create table profile_key (
  store_id int not null,
  field_id int not null,
  value text not null,
  profile_id bigint not null,
  primary key (store_id, field_id, value, profile_id),
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index profile_key_profile on profile_key (store_id, profile_id);
select wall('profile_key');

-- Additional phones and e-mail addresses, which a merge or an import would have lost. Not unique, because families
-- share them. Contacts of deleted or merged profiles do not match (decision 22).
create table profile_contact (
  store_id int not null,
  profile_id bigint not null,
  -- 9 phone, 11 e-mail.
  field_id int not null check (field_id in (9, 11)),
  value text not null,
  -- Origin as in profile.sources: the merge that kept the value, or the run that replaced it.
  source text not null check (source in ('merge', 'run')),
  source_id int not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, profile_id, field_id, value, source, source_id),
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index profile_contact_value on profile_contact (store_id, field_id, value text_pattern_ops);
create index profile_contact_phone_end on profile_contact (store_id, right(value, 4)) where field_id = 9;
select wall('profile_contact');
grant select on profile_contact to ruam_auth;
create policy auth on profile_contact for select to ruam_auth using (true);

-- Ids given by other systems. LINE ids differ per provider and Facebook ids per page, hence the scope.
-- Maps every LINE user id to one profile, and every writer of profiles keeps it (customers/changes/line-ids.ts).
create table identity (
  store_id int not null,
  kind text not null check (kind in ('line', 'facebook')),
  scope text not null,
  value text not null,
  profile_id bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  -- True: the profile's own field has another value, because of a merge or a link. Such an id stays when the field is
  -- edited.
  kept boolean not null default false,
  -- When LINE was asked whether an imported id is a friend of the store's accounts. Null: not yet.
  asked_at timestamptz,
  -- A value is looked up without its scope: LINE's ids are random, and two providers never share one. '' is an unknown
  -- provider.
  primary key (store_id, kind, value, scope),
  -- RESTRICT, not NO ACTION: whoever removes a profile removes these rows first. NO ACTION adds one lookup per profile
  -- for a replacement.
  foreign key (store_id, profile_id) references profile (store_id, id) on delete restrict
);
create index identity_profile on identity (store_id, profile_id);
create index identity_unasked on identity (store_id, value) where kind = 'line' and asked_at is null;
select wall('identity');

-- Changes made outside runs; a run keeps its changes in run_record. No foreign key to profile: an undo removes added
-- profiles, and their history is deleted with them.
create table profile_change (
  store_id int not null,
  id bigint generated always as identity,
  profile_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  source text not null check (source in ('user', 'api_key', 'line', 'facebook', 'system', 'merge', 'undo')),
  source_id bigint,
  -- {field id: [before, after]}, {label:<id>: [had, has]} or {deleted: [was, is]}.
  changes jsonb not null,
  -- Job that made the change.
  job int,
  -- Sources of the values before, as in profile.sources: {field id: source or null}.
  previous jsonb not null default '{}',
  -- updated_at before and after the change of a job. An undo restores the first while the second is current; otherwise
  -- a bulk change of all profiles would bury the order of the list.
  met_at timestamptz,
  rose_at timestamptz,
  primary key (store_id, id)
);
create index profile_change_profile on profile_change (store_id, profile_id, at desc);
create index profile_change_job on profile_change (store_id, job, profile_id) where job is not null;
select wall('profile_change');

-- Profiles whose change shows in no later updated_at: removed for good, or set back by an undo. Read by the change feed
-- of the open API, which finds all other changes by updated_at. Kept 90 days.
create table profile_touch (
  store_id int not null references store,
  profile_id bigint not null,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, profile_id)
);
create index profile_touch_at on profile_touch (store_id, at, profile_id);
select wall('profile_touch');
grant select, delete on profile_touch to ruam_auth;
create policy auth on profile_touch to ruam_auth using (true);

-- ---- Search ----------------------------------------------------------------------------------------------

-- Returns at most `most` live profiles that match a keyword: every word in the names or the visible custom texts, the
-- start or the end of a phone, or the start of an e-mail; further contacts included. Under a policy LIKE may not use an
-- index, so this runs as ruam_auth and filters by the current store itself. Bitmap scans only: a limit makes other
-- plans look cheaper than they are when statistics are older than an import.
create function auth.search_profiles(
  words text[], phone_starts text[], phone_end text, mail_start text, hidden text[], most int) returns setof bigint
language plpgsql stable security definer rows 100
set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
declare
  live constant text := '(select id from profile where store_id = $1 and deleted_at is null and merged_into is null and %s limit $2)';
  further constant text := '(select p.id from (select distinct profile_id from profile_contact where store_id = $1 and %s) c
    cross join lateral (select id from profile where store_id = $1 and id = c.profile_id and deleted_at is null and merged_into is null) p
    limit $2)';
  parts text[] := '{}';
  contacts text[] := '{}';
begin
  if cardinality(words) > 0 then
    parts := parts || (select string_agg(format('search_key like %L', search_pattern(word)), ' and ') from unnest(words) word);
    if hidden is not null then
      parts := parts || (
        select 'custom_search is not null and ' || string_agg(format('custom_search like %L', pattern), ' and ')
          || case when hidden <> '{}' then string_agg(format(' and custom_search_key(custom - $3) like %L', pattern), '') else '' end
        from unnest(words) word, custom_search_pattern(word) pattern);
    end if;
  end if;
  if cardinality(phone_starts) > 0 then
    parts := parts || (select '(' || string_agg(format('phone like %L', p || '%'), ' or ') || ')' from unnest(phone_starts) p);
    contacts := contacts || (
      select 'field_id = 9 and (' || string_agg(format('value like %L', p || '%'), ' or ') || ')' from unnest(phone_starts) p);
  end if;
  if phone_end is not null then
    parts := parts || format('phone is not null and right(phone, 4) = %L and phone like %L', right(phone_end, 4), '%' || phone_end);
    contacts := contacts || format('field_id = 9 and right(value, 4) = %L and value like %L', right(phone_end, 4), '%' || phone_end);
  end if;
  if mail_start is not null then
    parts := parts || format('email like %L', regexp_replace(mail_start, '([\\%_])', '\\\1', 'g') || '%');
    contacts := contacts || format('field_id = 11 and value like %L', regexp_replace(mail_start, '([\\%_])', '\\\1', 'g') || '%');
  end if;
  if cardinality(parts) > 0 then
    return query execute (select format('select id from (%s) found limit $2', string_agg(part, ' union '))
      from (select format(live, part) from unnest(parts) part union all select format(further, part) from unnest(contacts) part) all_parts (part))
      using current_store(), most, hidden;
  end if;
end $$;

-- Merges the pending lists of the search indexes, which an import fills and every search reads whole until a vacuum.
-- Only the owner of an index may do this, hence no change of owner; takes and returns nothing.
create function auth.flush_search() returns void
language sql security definer set search_path = public, pg_temp
as $$
  select gin_clean_pending_list('public.profile_search'::regclass), gin_clean_pending_list('public.profile_custom_search'::regclass);
$$;

-- ---- Values offered while typing -------------------------------------------------------------------------

-- Each distinct value of a live profile's fields, for prefix suggestions without reading all profiles. Written in the
-- background (customers/profiles/read-values.ts), and checked against a profile before it is offered.
create table profile_value (
  store_id int not null,
  field_id int not null,
  -- Start of the value as a search compares it, short enough for an index.
  key text collate "C" not null,
  -- Hash of the whole value, to tell apart values with equal starts.
  hash bigint not null,
  -- One profile with the value; null if none is known.
  profile_id bigint,
  -- The value itself once several profiles have had it: it may still exist when this profile loses it.
  value text,
  primary key (store_id, field_id, key, hash)
);
create index profile_value_profile on profile_value (store_id, profile_id) where profile_id is not null;
create index profile_value_doubted on profile_value (store_id) where profile_id is null;
select wall('profile_value');
grant select (store_id, profile_id) on profile_value to ruam_auth;
create policy auth on profile_value for select to ruam_auth using (true);

-- Last profile, by updated_at, whose values were read.
create table profile_value_read (
  store_id int primary key references store,
  updated_at timestamptz not null default '-infinity',
  after_id bigint not null default 0
);
select wall('profile_value_read');
grant select on profile_value_read to ruam_auth;
create policy auth on profile_value_read for select to ruam_auth using (true);

-- Stores with profiles changed since the last read, or with values of unknown holders. Sequential and bitmap scans are
-- off: with one store the planner expects a changed profile among the first rows, and otherwise reads all of them,
-- every two seconds.
create function auth.stores_to_read() returns setof int
language sql stable security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off
as $$
  select s.store_id from store s
  left join profile_value_read r on r.store_id = s.store_id
  where exists (select from profile p where p.store_id = s.store_id and p.deleted_at is null and p.merged_into is null
      and (p.updated_at, p.id) > (coalesce(r.updated_at, '-infinity'), coalesce(r.after_id, 0)))
    or exists (select from profile_value v where v.store_id = s.store_id and v.profile_id is null)
  order by s.store_id
$$;

-- ---- Consents --------------------------------------------------------------------------------------------

create table consent_purpose (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index consent_purpose_name on consent_purpose (store_id, name_key(name));
select wall('consent_purpose');
select opened_to_sql_logins('consent_purpose');

-- Consent ledger: append-only, the latest entry counts. No foreign key to profile: after an erasure, the ledger still
-- proves the refusal.
create table consent_entry (
  store_id int not null,
  id bigint generated always as identity,
  profile_id bigint not null,
  purpose_id int not null,
  status text not null check (status in ('granted', 'withdrawn')),
  source text not null,
  at timestamptz not null default clock_timestamp(),
  created_by int references users,
  -- Words about the person, deleted by an erasure.
  note text,
  -- The API key or API token that recorded it.
  credential_id int,
  primary key (store_id, id),
  foreign key (store_id, purpose_id) references consent_purpose (store_id, id),
  constraint consent_entry_source check (source in ('user', 'run', 'api_key', 'line', 'facebook'))
);
create index consent_entry_profile on consent_entry (store_id, profile_id, purpose_id, at desc);
-- Counts profiles whose latest entry has a status.
create index consent_entry_status on consent_entry (store_id, purpose_id, status, profile_id);
select wall('consent_entry');
revoke update, delete on consent_entry from ruam_app;
grant update (profile_id, note) on consent_entry to ruam_app;
select opened_to_sql_logins('consent_entry');

-- ---- Views and preferences -------------------------------------------------------------------------------

-- Saved views of the customer list.
create table profile_view (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  shared boolean not null default false,
  definition jsonb not null,
  created_by int not null references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Filter of the view. definition.filters is the older form.
  rule jsonb,
  deleted boolean not null default false,
  primary key (store_id, id)
);
create unique index profile_view_name on profile_view (store_id, created_by, name_key(name));
select wall('profile_view');

-- Settings of one person in one store.
create table user_preference (
  store_id int not null references store,
  user_id int not null references users,
  datasource_cont_alert_dismiss int[] not null default '{}',
  -- [{column_id, sort_id, enabled}]
  profile_list_column jsonb not null default '[]',
  updated_at timestamptz not null default clock_timestamp(),
  -- View that the list opens with.
  profile_view_id int,
  -- Segments shown on the dashboard; null until the person has chosen.
  dashboard_segments int[],
  -- Order of a person's tabs of saved views. Ids of deleted views are ignored.
  profile_view_order int[] not null default '{}',
  primary key (store_id, user_id)
);
select wall('user_preference');
