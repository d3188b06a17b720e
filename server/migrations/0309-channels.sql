-- Channels: accounts of messaging channels, their friends, and the log of everything that came in or went out.

-- ---- Accounts and friends --------------------------------------------------------------------------------

-- Accounts of messaging channels: LINE official accounts, LINE module channels, Facebook pages.
create table channel (
  store_id int not null references store,
  id int generated always as identity,
  type text not null check (type in ('lineOA', 'lineModule', 'facebook')),
  -- Id of the channel or page in its own system.
  external_id text not null,
  name text not null,
  -- User id of the bot: the destination that its webhooks name.
  bot_user_id text,
  basic_id text,
  chat_mode text check (chat_mode in ('chat', 'bot')),
  -- Small copy of the account's picture, as a data address: pages load nothing from LINE.
  picture text,
  -- LINE user ids are equal within a provider. Null: the account is the only one of its provider.
  provider text,
  -- Sealed with AES-256-GCM (sealing.ts); only the last characters are ever shown.
  secret bytea not null,
  secret_end text not null,
  -- Long-lived token that staff pasted; null: short tokens are issued from the secret.
  token bytea,
  token_end text,
  -- SHA-256 of the random part of the webhook address.
  webhook_hash bytea not null unique,
  webhook bytea not null,
  -- Last answer of LINE about the webhook: {success, reason, status, ms, at}.
  webhook_state jsonb,
  status text not null default 'active' check (status in ('active', 'inactive', 'error')),
  -- Name of the error that stopped it (contract/errors/channels.ts).
  error text,
  -- Chat text is kept only if the store says so.
  keep_chat_text boolean not null default false,
  -- {limit, usage, at}: limit is null for a plan without one.
  quota jsonb,
  checked_at timestamptz,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Accounts that met a user id which this account has met too: staff are asked whether both belong to one provider.
  shared_with int[] not null default '{}',
  -- Friends that LINE counted when the account was checked; null until then.
  friends_at_line int check (friends_at_line >= 0),
  primary key (store_id, id)
);
create index channel_by_type on channel (store_id, type, id);
-- One store per account of an installation, whichever store connects it first.
create unique index channel_account on channel (type, external_id);
select wall('channel');
grant select on channel to ruam_auth;
create policy auth on channel to ruam_auth using (true);

-- Finds the account of a webhook address. A deleted store has none.
create function auth.webhook(hash bytea)
returns table (store_id int, channel_id int, type text, external_id text, bot_user_id text, secret bytea, status text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.store_id, c.id, c.type, c.external_id, c.bot_user_id, c.secret, c.status
  from channel c join store s on s.store_id = c.store_id and s.deleted_at is null
  where c.webhook_hash = hash
$$;

-- Friends of an account, customers or not yet. Ordered by the channel's own time: a late event changes nothing.
create table channel_friend (
  store_id int not null references store,
  channel_type text not null check (channel_type in ('lineOA', 'lineModule', 'facebook')),
  channel_id int not null,
  -- User id of the friend, unique within the account's provider or page.
  external_id text not null,
  profile_id bigint,
  status text not null check (status in ('friend', 'blocked')),
  -- Time of the event that gave this status, by the channel's clock.
  since timestamptz not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, channel_type, channel_id, external_id),
  foreign key (store_id, profile_id) references profile (store_id, id) on delete set null (profile_id)
);
create index channel_friend_profile on channel_friend (store_id, profile_id) where profile_id is not null;
create index channel_friend_status on channel_friend (store_id, channel_id, status);
create index channel_friend_user on channel_friend (store_id, external_id);
select wall('channel_friend');

-- Words that customers send to prove who they are on LINE. A personal link is a row only once it was used.
create table line_link (
  store_id int not null references store,
  id bigint generated always as identity,
  profile_id bigint not null,
  channel_id int not null,
  -- Keyed hash of the word, which is kept nowhere.
  word_hash bytea not null,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- closed: another word of the customer was used.
  status text not null default 'open' check (status in ('open', 'linked', 'pair', 'closed')),
  used_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create unique index line_link_word on line_link (store_id, word_hash);
create index line_link_profile on line_link (store_id, profile_id, id);
select wall('line_link');

-- ---- Online log ------------------------------------------------------------------------------------------

-- Everything that came in or went out, kept 90 days. Without payloads, so that searching reads little.
create table online_log (
  store_id int not null references store,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  source text not null check (source in ('line', 'facebook', 'openapi', 'connector')),
  channel_id int,
  direction text not null check (direction in ('in', 'out')),
  event_type text not null,
  profile_id bigint,
  -- Id that the other system gave the event, and its user.
  external_id text,
  user_id text,
  status text not null check (status in ('waiting', 'done', 'ignored', 'failed', 'refused')),
  error text,
  -- Text for staff: the words of a message if the store keeps them, or the name of a button.
  summary text,
  latency_ms int,
  request_id text,
  primary key (store_id, id)
);
create unique index online_log_event on online_log (store_id, source, channel_id, external_id) where external_id is not null;
create index online_log_channel on online_log (store_id, channel_id, at desc, id desc);
create index online_log_profile on online_log (store_id, profile_id, at desc, id desc) where profile_id is not null;
create index online_log_user on online_log (store_id, user_id) where user_id is not null;
create index online_log_external on online_log (store_id, external_id collate "C") where external_id is not null;
create index online_log_source on online_log (store_id, source, at desc, id desc);
create index online_log_type on online_log (store_id, event_type, at desc, id desc);
-- Most entries are done, and the newest of those need no index.
create index online_log_status on online_log (store_id, status, at desc, id desc) where status <> 'done';
-- Pages far back and graphs of months read this index alone, never the rows.
create index online_log_newest on online_log (store_id, at desc, id desc) include (direction, status, source, channel_id);
-- Wrong words of a user are counted by the log.
create index online_log_wrong_word on online_log (store_id, user_id, at) where error = 'link_word_invalid';
select wall('online_log');
grant select, delete on online_log to ruam_auth;
create policy auth on online_log to ruam_auth using (true);

-- Bodies of events, apart from the log: neither an erasure nor a vacuum of the log pays for them.
create table online_log_payload (
  store_id int not null references store,
  log_id bigint not null,
  payload jsonb not null,
  primary key (store_id, log_id)
);
select wall('online_log_payload');
grant select, delete on online_log_payload to ruam_auth;
create policy auth on online_log_payload to ruam_auth using (true);

-- Deletes log entries older than 90 days, at most 50,000 at a time. Returns their number.
create function auth.purge_online_log() returns int
language sql security definer set search_path = public, pg_temp
as $$
  with old as (
    select l.store_id, l.id from online_log l where l.at < now() - interval '90 days' limit 50000
  ), payloads as (
    delete from online_log_payload p using old where p.store_id = old.store_id and p.log_id = old.id
  ), gone as (
    delete from online_log l using old where l.store_id = old.store_id and l.id = old.id returning 1
  )
  select count(*)::int from gone
$$;
