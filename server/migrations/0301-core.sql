-- Core: the wall between stores, searchable forms of text, stores and users, and what all wings write to.

create extension pg_trgm;
-- Makes store_id an entry of trigram indexes. Comes with PostgreSQL, like pg_trgm.
create extension btree_gin;

-- Whatever must be read or written before a store is known goes through the functions of schema auth. They belong to
-- ruam_auth, which nobody can log in as, and each fixes its search_path (0316-rights.sql).
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

-- Store of the SQL login that runs the statement; null for every other role.
create function login_store() returns int
language sql stable parallel safe
return substring(current_user::text from '^ruam_sql_([0-9]{1,10})_[a-z0-9]{10}$')::int;

-- Lets views for SQL logins read a table. The restrictive policy is a second wall beside the condition of each view:
-- the setting ruam.store_id, which a login can change, opens nothing. The owner is a member of ruam_views, and stays
-- behind the wall of stores.
create function opened_to_sql_logins(target regclass) returns void
language plpgsql
as $$
begin
  execute format('grant select on %s to ruam_views', target);
  execute format('create policy sql_login on %s for select to ruam_views using (store_id = login_store())', target);
  execute format('create policy sql_login_wall on %s as restrictive for select to ruam_views
    using (login_store() is null or store_id = login_store())', target);
end $$;
revoke all on function opened_to_sql_logins from public;

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
  export_mark text not null default substr(md5(gen_random_uuid()::text), 1, 6),
  -- Whether the title of a browser's tab shows the name of the open customer. Off for shared computers.
  names_in_tabs boolean not null default true
);
select wall('store');
revoke insert, delete on store from ruam_app;
grant update (updated_at, deleted_at) on store to ruam_auth;
grant select, insert on store to ruam_auth;
create policy auth on store to ruam_auth using (true) with check (true);
select opened_to_sql_logins('store');
grant usage on sequence store_store_id_seq to ruam_auth;

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
-- Readable are the names of a store's people (policy people_of_store in 0303-access-members.sql), and nothing else.
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
  -- Origin of the act, set per transaction (came-from.ts); null for system actions.
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

-- Rate limits per person, summed over all processes (call-limits.ts). Written once a second by each
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

-- ---- Push ------------------------------------------------------------------------------------------------

-- Every role may listen to every channel and notify it, so the channel of pushed events has a name that SQL logins
-- cannot know.
create table push_channel (name text primary key);
grant select on push_channel to ruam_auth;
insert into push_channel values ('ruam_push_' || replace(gen_random_uuid()::text, '-', ''));

create function auth.push_channel() returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select name from push_channel $$;

-- Messages for a NATS server, written by the transaction that makes them true. Only the forwarder reads them.
create table push_outbox (
  id bigint generated always as identity primary key,
  subject text not null,
  -- Ids and states as JSON text.
  body text not null
);
-- `for update` asks for the right to update.
grant select, insert, update, delete on push_outbox to ruam_auth;

-- Adds messages, and wakes the forwarder when the caller's transaction commits.
create function auth.push(subjects text[], body text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into push_outbox (subject, body) select s, $2 from unnest(subjects) s;
  select pg_notify(auth.push_channel(), '');
$$;

-- Takes the oldest messages: they are gone when the caller's transaction commits, and stay when it does not.
create function auth.take_pushed(most int) returns table (subject text, body text)
language sql security definer set search_path = public, pg_temp
as $$
  with gone as (
    delete from push_outbox o where o.id in (select i.id from push_outbox i order by i.id limit most for update skip locked)
    returning o.id, o.subject, o.body
  )
  select g.subject, g.body from gone g order by g.id
$$;

-- ---- Processes -------------------------------------------------------------------------------------------

-- Scheduled work that one process does at a time: its holder, and until when no other process may take it over.
create table lease (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);
grant select, insert, update, delete on lease to ruam_auth;

-- Takes the leases that are free or expired, extends the caller's own, and returns those it holds now.
create function auth.hold_leases(asker uuid, names text[], seconds int) returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  insert into lease as l (name, holder, until)
  select n, asker, clock_timestamp() + make_interval(secs => seconds) from unnest(names) n order by n
  on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where l.holder = excluded.holder or l.until < clock_timestamp()
  returning name
$$;

-- Returns the leases of a process that ends, so that another takes them at once.
create function auth.return_leases(asker uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$ delete from lease where holder = asker $$;

-- Processes that serve requests, each noted once a second. Worthless after a crash, hence unlogged.
create unlogged table serving_process (
  id uuid primary key,
  seen_at timestamptz not null
);
grant select, insert, update, delete on serving_process to ruam_auth;

-- Notes a process that serves requests. Returns how many others do. A killed one counts for 5 seconds.
create function auth.note_serving(process uuid) returns int
language sql security definer set search_path = public, pg_temp
as $$
  with gone as (delete from serving_process where seen_at < now() - interval '1 hour' and id <> process),
  mine as (
    insert into serving_process as s (id, seen_at) values (process, now())
    on conflict on constraint serving_process_pkey do update set seen_at = excluded.seen_at)
  select count(*)::int from serving_process where id <> process and seen_at > now() - interval '5 seconds'
$$;

-- ---- The installation and its backups --------------------------------------------------------------------

-- One row: an HMAC that only the installation's secret key gives. A process with another key is refused at its start.
create table installation (
  one boolean primary key default true check (one),
  key_check bytea not null
);

-- When the newest backup was made: the nightly backup looks whether one is due, and the dashboard asks for one that
-- is missing.
create table backup (
  -- One row for the whole installation.
  single boolean primary key default true check (single),
  made_at timestamptz not null
);
grant select, insert, update on backup to ruam_auth;

create function auth.backup_made(at timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into backup (made_at) values (at)
  on conflict (single) do update set made_at = greatest(backup.made_at, excluded.made_at)
$$;

create function auth.newest_backup() returns timestamptz
language sql stable security definer set search_path = public, pg_temp
as $$ select made_at from backup $$;

-- Whole days since the newest backup, or since the oldest store was made.
create function auth.days_without_backup() returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select floor(extract(epoch from now() - coalesce((select made_at from backup), (select min(created_at) from store))) / 86400)::int
$$;

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

-- ---- Statistics of the planner ---------------------------------------------------------------------------

-- Analyzes every table of a store: an erasure removes values, and the planner's samples may hold them. Only the owner
-- may do this; takes and returns nothing.
create function auth.refresh_samples() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  target regclass;
begin
  for target in
    select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
      and pg_has_role(current_user, c.relowner, 'usage') order by c.relname
  loop
    execute format('analyze %s', target);
  end loop;
end $$;

-- Not called any more: auth.refresh_statistics took its place. Analyzes the tables that an import or a frozen
-- audience fills, if one has grown by a fifth, or if the planner expects less than a tenth of the store's rows.
create function auth.refresh_loaded() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  target regclass;
  grown boolean;
  rows_known real;
  plan json;
  many bigint;
  found bigint;
begin
  for target, grown, rows_known in
    select oid, pg_relation_size(oid) > 1.2 * 8192 * relpages, reltuples from pg_class
    where oid in ('profile'::regclass, 'profile_key'::regclass, 'profile_label'::regclass, 'activity'::regclass,
      'broadcast_recipient'::regclass) order by relname
  loop
    if not grown then
      execute format('explain (format json) select from %s where store_id = %s', target, current_store()) into plan;
      many := greatest(5000, rows_known / 3000);
      if (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric * 10 < many then
        execute format('select count(*) from (select from %s where store_id = $1 limit $2) there', target)
          into found using current_store(), many;
        grown := found = many;
      end if;
    end if;
    if grown then
      execute format('analyze %s', target);
    end if;
  end loop;
end $$;

-- Analyzes the next table after one by name, if its statistics have become wrong, and returns its name; null if there is no
-- further one, or another process is at it. A table is due at most once a minute, whoever analyzed it:
--   * it has grown by a fifth, or a fifth of its rows have changed; or
--   * it holds a store of many rows that the planner takes for a small one. Autovacuum waits for a tenth of the whole table.
-- pg_stats hides tables with row security from their owner too, so the planner is asked by EXPLAIN. Fewer rows than a
-- 3000th are not surely in a sample. Only the owner may analyze. `skip_locked`: a vacuum at work analyzes at its end.
create function auth.refresh_statistics(after text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  target record;
  store int;
  plan json;
  expected numeric;
  many bigint;
  found bigint;
  due boolean;
begin
  if not pg_try_advisory_xact_lock(7282642) then return null; end if;
  for target in
    select c.oid, c.relname, greatest(c.reltuples, 0)::bigint as rows, pg_stat_get_mod_since_analyze(c.oid) as changed,
      pg_relation_size(c.oid) > 1.2 * 8192 * c.relpages + 262144 as grown
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
      and pg_has_role(current_user, c.relowner, 'usage') and c.relname > after
      and coalesce(greatest(pg_stat_get_last_analyze_time(c.oid), pg_stat_get_last_autoanalyze_time(c.oid)), '-infinity')
        < clock_timestamp() - interval '1 minute'
    order by c.relname
  loop
    due := target.grown or target.changed > 500 + target.rows / 5;
    if not due and target.changed >= 5000 then
      -- So many at most that a look takes milliseconds. The next look draws others.
      for store in select s.store_id from store s order by random() limit 50 loop
        perform set_config('ruam.store_id', store::text, true);
        execute format('explain (format json) select from %I where store_id = %s', target.relname, store) into plan;
        expected := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric;
        many := greatest(5000, target.rows / 3000, 4 * expected);
        -- Too large to be planned like a small one, or written too little to have become so large.
        continue when many > 50000 or target.changed < many - expected;
        execute format('select count(*) from (select from %I where store_id = $1 limit $2) there', target.relname)
          into found using store, many;
        due := found = many;
        exit when due;
      end loop;
    end if;
    if due then
      execute format('analyze (skip_locked) %I', target.relname);
      return target.relname;
    end if;
  end loop;
  return null;
end $$;
