-- Answers of LINE accounts to what people write, sent by LINE's reply tokens alone.
create table answer (
  store_id int not null references store,
  id int generated always as identity,
  channel_id int not null,
  kind text not null check (kind in ('greeting', 'welcome_back', 'linked', 'keyword', 'outside_hours', 'fallback')),
  name text not null,
  -- Order of keyword answers; null for the others.
  place int,
  variants text[] not null default '{}',
  match text not null default 'contains' check (match in ('contains', 'whole')),
  -- As those of a broadcast.
  messages jsonb not null,
  quick_replies text[] not null default '{}',
  hands_over boolean not null default false,
  enabled boolean not null default true,
  -- When staff were notified that a field of its messages is closed; null: none is, or not yet.
  fault_noted_at timestamptz,
  created_by int,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  check ((kind = 'keyword') = (place is not null))
);
create unique index answer_name on answer (store_id, channel_id, name_key(name));
create unique index answer_kind on answer (store_id, channel_id, kind) where kind <> 'keyword';
select wall('answer');
grant select on answer to ruam_auth;
create policy auth on answer for select to ruam_auth using (true);

-- Opening times of an account from Monday to Sunday, in the time zone of the store.
create table answer_hours (
  store_id int not null,
  channel_id int not null,
  hours jsonb,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, channel_id)
);
select wall('answer_hours');

-- Outcome for each event of a person that an account with answers received. Lives as long as the entry of the online log.
create table answer_given (
  store_id int not null,
  log_id bigint not null,
  channel_id int not null,
  -- Null: no answer fitted, or it was deleted.
  answer_id int,
  at timestamptz not null default clock_timestamp(),
  outcome text not null check (outcome in ('waiting', 'given', 'late', 'many', 'refused', 'unknown', 'paused', 'none')),
  -- Calls of LINE with its token.
  tries int not null default 0,
  primary key (store_id, log_id)
);
create index answer_given_channel on answer_given (store_id, channel_id, at) include (answer_id, outcome);
select wall('answer_given');
grant select, delete on answer_given to ruam_auth;
create policy auth on answer_given to ruam_auth using (true);

-- State of a chat for two days: once a day, how often in a minute, and the pause after “talk to us”.
create table answer_chat (
  store_id int not null,
  channel_id int not null,
  external_id text not null,
  fallback_on date,
  outside_on date,
  paused_until timestamptz,
  -- Minute in which answers are counted, and their number.
  minute timestamptz,
  given int not null default 0,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, channel_id, external_id)
);
create index answer_chat_user on answer_chat (store_id, external_id);
create index answer_chat_old on answer_chat using brin (updated_at);
select wall('answer_chat');
grant select, delete on answer_chat to ruam_auth;
create policy auth on answer_chat to ruam_auth using (true);

-- step: answers go with their account
alter table answer add foreign key (store_id, channel_id) references channel (store_id, id) on delete cascade;

-- step: authors of answers
alter table answer add foreign key (created_by) references users;

-- step: opening times go with their account
alter table answer_hours add foreign key (store_id, channel_id) references channel (store_id, id) on delete cascade;

-- step: chats go with their account
alter table answer_chat add foreign key (store_id, channel_id) references channel (store_id, id) on delete cascade;

-- step: outcomes and chats end with the log
-- Deletes log entries older than 90 days with what belongs to them, at most 50,000 at a time, and chats without news. Returns the number of entries.
create or replace function auth.purge_online_log() returns int
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select l.store_id, l.id from online_log l where l.at < now() - interval '90 days' limit 50000
  ), payloads as (
    delete from online_log_payload p using old where p.store_id = old.store_id and p.log_id = old.id
  ), outcomes as (
    delete from answer_given g using old where g.store_id = old.store_id and g.log_id = old.id
  ), chats as (
    delete from answer_chat c where c.updated_at < now() - interval '2 days'
  ), gone as (
    delete from online_log l using old where l.store_id = old.store_id and l.id = old.id returning 1
  )
  select count(*)::int from gone
$$;
