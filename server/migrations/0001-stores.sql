create extension if not exists pg_trgm;

-- The store whose rows this transaction may see. Empty or unset: none (a setting made local falls back to '', not to null).
create function current_store() returns int
language sql stable parallel safe
as $$ select nullif(current_setting('ruam.store_id', true), '')::int $$;

create function current_user_id() returns int
language sql stable parallel safe
as $$ select nullif(current_setting('ruam.user_id', true), '')::int $$;

-- Puts a store table behind the wall: row-level security also for its owner, and only the current store's rows.
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

-- Names that differ only in case, spacing at the ends or Unicode form are one name.
create function name_key(name text) returns text
language sql immutable parallel safe
as $$ select lower(normalize(btrim(name), NFC)) $$;

-- What a search compares. Thai vowel and tone marks are no letters to pg_trgm and would split a word in the middle, so each
-- becomes a letter of an alphabet nobody here types (Georgian), one for one; Thai digits become the others. The leading blank marks
-- the start of a word.
create function search_key(text_to_search text) returns text
language sql immutable parallel safe
as $$
  select ' ' || translate(
    lower(normalize(coalesce(text_to_search, ''), NFC)),
    'ัิีึืฺุู็่้๊๋์ํ๎๐๑๒๓๔๕๖๗๘๙',
    'აბგდევზთიკლმნოპჟ0123456789')
$$;

create table store (
  store_id int generated always as identity primary key,
  name text not null,
  time_zone text not null default 'Asia/Bangkok',
  era text not null default 'ce' check (era in ('ce', 'be')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
select wall('store');
revoke insert, delete on store from ruam_app;

-- People who sign in. Plural, because USER is a word of SQL.
create table users (
  id int generated always as identity primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  language text not null default 'th' check (language in ('th', 'en')),
  era text not null default 'ce' check (era in ('ce', 'be')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create unique index users_email on users (lower(email));

create table user_session (
  id bigint generated always as identity primary key,
  user_id int not null references users,
  refresh_hash bytea not null unique,
  rotated_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index user_session_user on user_session (user_id);

-- Every cookie that was traded for the next one. It stays good for a few seconds, because two tabs may refresh at once; after
-- that whoever shows it has a copy, however many cookies ago it was.
create table spent_refresh (
  token_hash bytea primary key,
  session_id bigint not null references user_session on delete cascade,
  spent_at timestamptz not null default clock_timestamp()
);
create index spent_refresh_session on spent_refresh (session_id);

create table access_token (
  token_hash bytea primary key,
  session_id bigint not null references user_session on delete cascade,
  user_id int not null references users,
  store_id int references store,
  expires_at timestamptz not null
);
create index access_token_session on access_token (session_id);
create index access_token_expiry on access_token (expires_at);

create table setup_link (
  token_hash bytea primary key,
  created_at timestamptz not null default clock_timestamp()
);

create table rate_limit (
  key text primary key,
  window_start timestamptz not null,
  used int not null
);

create table role (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  preset boolean not null default false,
  permissions text[] not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index role_name on role (store_id, name_key(name));
select wall('role');

create table store_member (
  store_id int not null references store,
  user_id int not null references users,
  role_id int not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Kept after somebody has left, so that what they did keeps their name.
  removed_at timestamptz,
  primary key (store_id, user_id),
  foreign key (store_id, role_id) references role (store_id, id)
);
create index store_member_user on store_member (user_id) where removed_at is null;
select wall('store_member');

create table invitation (
  store_id int not null references store,
  id int generated always as identity,
  email text not null,
  role_id int not null,
  token_hash bytea not null unique,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'revoked')),
  created_by int not null references users,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (store_id, id),
  foreign key (store_id, role_id) references role (store_id, id)
);
select wall('invitation');

-- Every decision about the data-processing agreement; the newest one of the newest version counts.
create table dpa_decision (
  store_id int not null references store,
  id int generated always as identity,
  version text not null,
  status text not null check (status in ('accepted', 'declined')),
  consentee jsonb not null,
  document_hash text not null,
  decided_by int not null references users,
  decided_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
select wall('dpa_decision');

-- Append-only, and without personal values: who did what to which thing.
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
  primary key (store_id, id)
);
create index audit_log_at on audit_log (store_id, at desc);
select wall('audit_log');
revoke update, delete on audit_log from ruam_app;

-- Names of the people of this store, those who left included; nothing else of the users table can be read.
alter table users enable row level security;
alter table users force row level security;
create policy people_of_store on users for select using (
  exists (select from store_member m where m.store_id = current_store() and m.user_id = users.id));
grant select (id, first_name, last_name, email, language, era) on users to ruam_app;

-- Everything that must be read or written before a store is known goes through the functions of this schema and nothing else.
-- They belong to ruam_door, which nobody can log in as; each fixes its search_path.
grant usage on schema public to ruam_door;
grant select, insert, update, delete on users, user_session, spent_refresh, access_token, setup_link, rate_limit to ruam_door;
grant select, insert on store, role, store_member, dpa_decision, audit_log to ruam_door;
create policy door on users to ruam_door using (true) with check (true);
create policy door on store to ruam_door using (true) with check (true);
create policy door on role to ruam_door using (true) with check (true);
create policy door on store_member to ruam_door using (true) with check (true);
create policy door on dpa_decision to ruam_door using (true) with check (true);
create policy door on audit_log to ruam_door using (true) with check (true);
