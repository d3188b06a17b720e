-- Platform: the wall between stores, searchable forms of text, stores and users, and what all wings write to.

create extension pg_trgm;
-- Makes store_id an entry of trigram indexes. Comes with PostgreSQL, like pg_trgm.
create extension btree_gin;

-- Whatever must be read or written before a store is known goes through the functions of schema auth. They belong to
-- ruam_auth, which nobody can log in as, and each fixes its search_path.
create schema auth;
grant usage, create on schema auth to ruam_auth;
grant usage on schema auth to ruam_app;
grant usage on schema public to ruam_auth;

-- ---- The wall --------------------------------------------------------------------------------------------

-- The store whose rows this transaction may see; null if none. A setting made local reverts to '', not to null.
create function current_store() returns int
language sql stable parallel safe
as $$ select nullif(current_setting('ruam.store_id', true), '')::int $$;

create function current_user_id() returns int
language sql stable parallel safe
as $$ select nullif(current_setting('ruam.user_id', true), '')::int $$;

-- Puts a table behind the wall: row-level security also for its owner, and only rows of the current store.
create function wall(target regclass) returns void
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy store_wall on %s using (store_id = current_store()) with check (store_id = current_store())', target);
  execute format('grant select, insert, update, delete on %s to ruam_app', target);
end $$;

-- ---- Forms of text and dates that columns, indexes and rules are built on --------------------------------

-- Equal for names that differ only in case, outer spaces or Unicode form.
create function name_key(name text) returns text
language sql immutable parallel safe
as $$ select lower(normalize(btrim(name), NFC)) $$;

-- Searchable form of a text. pg_trgm splits words at Thai vowel and tone marks, so each becomes one letter of an
-- alphabet that nobody here types (Georgian). Thai digits become ASCII digits, invisible marks disappear, and a leading
-- blank marks the start of a word.
create function search_key(text_to_search text) returns text
language sql immutable parallel safe
as $$
  select ' ' || translate(
    lower(normalize(coalesce(text_to_search, ''), NFC)),
    'ัิีึืฺุู็่้๊๋์ํ๎๐๑๒๓๔๕๖๗๘๙' ||
      U&'\00AD\200B\200C\200D\200E\200F\2060\2061\2062\2063\2064\206A\206B\206C\206D\206E\206F\FEFF',
    'აბგდევზთიკლმნოპჟ0123456789')
$$;

-- LIKE pattern of a word for search_key. A word of one or two letters has no trigram except at the start of a word.
create function search_pattern(word text) returns text
language sql immutable parallel safe
as $$
  select case when length(key) > 2 then '%' else '% ' end || regexp_replace(key, '([\\%_])', '\\\1', 'g') || '%'
  from (select btrim(search_key(word)) as key) keys
$$;

-- Text as rules compare it: in the canonical form of files, without invisible marks, in lower case. Most texts are
-- canonical already; some were typed by hand.
create function canonical_text(value text) returns text
language sql immutable parallel safe
as $$
  select regexp_replace(regexp_replace(
    -- A tone mark typed after its vowel, and a sara am of two characters.
    regexp_replace(regexp_replace(replace(lines, 'เเ', 'แ'),
      '([ก-ฮ])([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*)\u0e4d([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*)[\u0e32\u0e33]([\u0e48-\u0e4b]*)', '\1\2\3\4ำ', 'g'),
      '([ก-ฮ])([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*)\u0e33([\u0e48-\u0e4b]+)', '\1\2\3ำ', 'g'),
    '([\u0e47-\u0e4e]+)([\u0e31\u0e34-\u0e3a]+)', '\2\1', 'g'),
    '([\u0e47-\u0e4e]+)([\u0e31\u0e34-\u0e3a]+)', '\2\1', 'g')
  from regexp_replace(value, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g') seen,
    regexp_replace(seen, '\r\n?|[\u0085\u2028\u2029]', E'\n', 'g') ended,
    regexp_replace(ended, '[ \t\v\f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g') spaced,
    normalize(btrim(regexp_replace(spaced, ' ?\n ?', E'\n', 'g'), E' \n'), NFC) lines
$$;

create function rule_text(value text) returns text
language sql immutable parallel safe
as $$
  select lower(case when value ~ '[\u0001-\u0009\u000b-\u001f\u007f-\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff]|  | \n|\n '
    then canonical_text(value) else value end)
$$;

-- Current day in a time zone.
create function local_today(zone text) returns date
language sql stable parallel safe
as $$ select (now() at time zone zone)::date $$;

-- Day of a stored date in a time zone: a day as it is, an instant by the local clock. Null if it is no date.
create function local_day(value text, zone text) returns date
language sql stable parallel safe
as $$
  select case when value ~ '^\d{4}-\d\d-\d\dT' then (value::timestamptz at time zone zone)::date
    when value ~ '^\d{4}-\d\d-\d\d$' then value::date end
$$;

-- ---- Stores and users, which all other tables refer to ---------------------------------------------------

create table store (
  store_id int generated always as identity primary key,
  name text not null,
  time_zone text not null default 'Asia/Bangkok',
  era text not null default 'ce' check (era in ('ce', 'be')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Shop settings. `photo` is a data address of at most 100 kB, so it is backed up and removed with the store.
  business_type text not null default '',
  phone text,
  tax_id text,
  address jsonb not null default '{}',
  languages text[] not null default '{th,en}' check (cardinality(languages) > 0 and languages <@ '{th,en}'),
  photo text,
  -- A deleted store is locked at once, can be restored for 30 days, and is then removed.
  deleted_at timestamptz,
  -- Prefix of customer numbers in exported files, so that a store never takes over numbers of another one.
  export_mark text not null default substr(md5(gen_random_uuid()::text), 1, 6)
);
select wall('store');
revoke insert, delete on store from ruam_app;
grant update (updated_at, deleted_at) on store to ruam_auth;
grant select, insert on store to ruam_auth;
create policy auth on store to ruam_auth using (true) with check (true);

create function store_zone() returns text
language sql stable
as $$ select time_zone from store where store_id = current_store() $$;

-- People who sign in. Plural, because USER is a reserved word of SQL.
create table users (
  id int generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  -- Null until the person has chosen: the browser's language and the store's era apply.
  language text check (language in ('th', 'en')),
  era text check (era in ('ce', 'be')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- First bounced mail; null once a mail was delivered.
  mail_failed_at timestamptz
);
create unique index users_email on users (lower(email));
-- Readable are the names of a store's people (policy people_of_store in 0002-access.sql), and nothing else.
alter table users enable row level security;
alter table users force row level security;
grant select (id, email, first_name, last_name, language, era) on users to ruam_app;
grant select, insert, update, delete on users to ruam_auth;
create policy auth on users to ruam_auth using (true) with check (true);

-- ---- Audit log -------------------------------------------------------------------------------------------

-- Append-only acts without personal values: actor, action, subject.
create table audit_log (
  store_id int not null references store,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  user_id int references users,
  action text not null,
  subject_type text not null,
  subject_id text,
  details jsonb not null default '{}',
  request_id text,
  -- Origin of the act, set per transaction (platform/core/came-from.ts); null for system actions.
  address text default nullif(current_setting('ruam.address', true), ''),
  device text default nullif(current_setting('ruam.device', true), ''),
  primary key (store_id, id)
);
-- Every filter of the list, and each common pair, has an index in the order of the list that covers the filter
-- (audit-log/kinds.ts).
create index audit_log_newest on audit_log (store_id, at desc, id desc);
create index audit_log_of_user on audit_log (store_id, user_id, at desc, id desc);
create index audit_log_of_user_kind on audit_log (store_id, user_id, action, subject_type, at desc, id desc);
create index audit_log_of_kind on audit_log (store_id, action, subject_type, at desc, id desc);
create index audit_log_of_thing on audit_log (store_id, subject_type, subject_id, action, at desc, id desc);
create index audit_log_of_thing_user on audit_log (store_id, subject_type, subject_id, user_id, action, at desc, id desc);
select wall('audit_log');
revoke update, delete on audit_log from ruam_app;
grant select, insert, delete on audit_log to ruam_auth;
create policy auth on audit_log to ruam_auth using (true) with check (true);

-- ---- Limits ----------------------------------------------------------------------------------------------

create table rate_limit (
  key text primary key,
  window_start timestamptz not null,
  used int not null
);
grant select, insert, update, delete on rate_limit to ruam_auth;

-- Counts an attempt against a limit. Returns the seconds to wait, 0 if allowed.
create function auth.take(limit_key text, allowed int, window_seconds int) returns int
language sql security definer set search_path = public, pg_temp
as $$
  insert into rate_limit as r (key, window_start, used) values (limit_key, clock_timestamp(), 1)
  on conflict (key) do update set
    used = case when r.window_start < clock_timestamp() - make_interval(secs => window_seconds) then 1 else r.used + 1 end,
    window_start = case when r.window_start < clock_timestamp() - make_interval(secs => window_seconds)
      then clock_timestamp() else r.window_start end
  returning case when used <= allowed then 0
    else greatest(1, ceil(extract(epoch from window_start - clock_timestamp()) + window_seconds))::int end
$$;

-- Rate limits per person, summed over all processes (platform/core/call-limits.ts). Written once a second by each
-- process, and worthless after a crash, hence unlogged.
create unlogged table call_budget (
  user_id int not null references users on delete cascade,
  budget text not null,
  -- Time at which the budget is full again.
  whole_at timestamptz not null,
  primary key (user_id, budget)
);
grant select, insert, update, delete on call_budget to ruam_auth;

-- Adds spent call budgets in milliseconds. Returns how far each person is ahead of their budget.
create function auth.spend(people int[], budgets text[], spent_ms int[]) returns table (user_id int, budget text, ahead_ms int)
language sql security definer set search_path = public, pg_temp
as $$
  insert into call_budget as b (user_id, budget, whole_at)
  select s.person, s.budget, now() + s.ms * interval '1 millisecond'
  from unnest(people, budgets, spent_ms) as s (person, budget, ms)
  where exists (select from users u where u.id = s.person)
  -- One lock order for all processes.
  order by s.person, s.budget
  on conflict on constraint call_budget_pkey do update
    set whole_at = greatest(b.whole_at, now()) + (excluded.whole_at - now())
  returning b.user_id, b.budget, (extract(epoch from b.whole_at - now()) * 1000)::int
$$;

-- ---- Jobs ------------------------------------------------------------------------------------------------

-- Background work on many profiles or values: a bulk change, the undo of an import, a new field type, ...
create table job (
  store_id int not null references store,
  id int generated always as identity,
  kind text not null,
  status text not null default 'pending' check (status in ('pending', 'processing', 'completed', 'cancel', 'failed')),
  -- Parameters by kind: ids and choices only.
  request jsonb not null,
  -- Null until counted.
  total int,
  done int not null default 0,
  changed int not null default 0,
  skipped int not null default 0,
  -- Start of the next block, written with each block.
  cursor jsonb,
  -- Counts for the final message, by kind.
  result jsonb not null default '{}',
  error jsonb,
  cancel_requested boolean not null default false,
  -- Fencing token: a worker must hold the current value to commit.
  fence int not null default 0,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  -- Set by the job that undid this one.
  undone_at timestamptz,
  -- One job per store is queued or active at a time; the next one follows it.
  queued boolean not null default true,
  primary key (store_id, id)
);
create index job_created on job (store_id, created_at desc, id desc);
create index job_active on job (store_id, kind) where status in ('pending', 'processing');
select wall('job');
grant update (status, fence, finished_at) on job to ruam_auth;
grant select on job to ruam_auth;
create policy auth_reads on job for select to ruam_auth using (true);
create policy auth_cancels on job for update to ruam_auth using (true) with check (status = 'cancel');

-- Profiles selected when a job begins: its filter may match others later.
create table job_profile (
  store_id int not null,
  job int not null,
  profile_id bigint not null,
  primary key (store_id, job, profile_id)
);
select wall('job_profile');

-- ---- Notifications ---------------------------------------------------------------------------------------

-- Ended work, for members who may read its kind (contract/notifications.ts): ids and counts only.
create table notification (
  store_id int not null references store,
  id bigint generated always as identity,
  kind text not null,
  ending text not null check (ending in ('completed', 'cancel', 'failed')),
  -- Recipient; null for every member who may read the kind.
  user_id int references users,
  data jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index notification_newest on notification (store_id, at desc, id desc);
select wall('notification');
grant select, insert, delete on notification to ruam_auth;
create policy auth on notification to ruam_auth using (true) with check (true);

create table notification_read (
  store_id int not null,
  user_id int not null references users,
  notification_id bigint not null,
  primary key (store_id, user_id, notification_id),
  foreign key (store_id, notification_id) references notification (store_id, id) on delete cascade
);
create index notification_read_of on notification_read (store_id, notification_id);
select wall('notification_read');

create function auth.purge_notifications() returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from notification where at < now() - interval '90 days' $$;

-- Notifies every store that the disk is nearly full, at most once a week.
create function auth.notify_disk(percent int) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(69, 0);
  insert into notification (store_id, kind, ending, data)
  select s.store_id, 'disk_nearly_full', 'failed', jsonb_build_object('percent', percent) from store s
  where s.deleted_at is null and not exists (
    select from notification n
    where n.store_id = s.store_id and n.at > now() - interval '7 days' and n.kind = 'disk_nearly_full');
end $$;

-- ---- Rewrites of tables after an erasure -----------------------------------------------------------------

-- Tables that held data of an erased person, and whose pages still do until they are rewritten.
create table rewrite (
  table_name text primary key,
  -- Latest erasure that touched the table, and the one up to which it was rewritten.
  wanted_at timestamptz not null,
  rewritten_at timestamptz
);
grant select, insert, update on rewrite to ruam_auth;

-- Requests a rewrite of tables in the caller's transaction.
create function auth.want_rewrite(tables text[]) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into rewrite as r (table_name, wanted_at) select t, clock_timestamp() from unnest(tables) t order by t
  on conflict (table_name) do update set wanted_at = greatest(excluded.wanted_at, r.wanted_at + interval '1 microsecond')
$$;

-- ---- Owners and rights of the functions of schema auth ---------------------------------------------------

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'auth'::regnamespace and p.proname in (
      'take', 'spend', 'purge_notifications', 'notify_disk', 'want_rewrite')
  loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
