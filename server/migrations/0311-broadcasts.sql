-- Broadcasts: messages to many customers, their recipients, the calls of LINE that send them, and files that they show.

-- ---- Broadcasts ------------------------------------------------------------------------------------------

-- One row per broadcast; `sub_status` refines draft and pending.
create table broadcast (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  status text not null default 'draft' check (status in ('draft', 'pending', 'published', 'failed')),
  sub_status text check (sub_status in ('awaiting_approval', 'scheduled', 'queued', 'sending', 'paused', 'canceled')),
  -- What paused it, stopped it or made it a draft again.
  reason text,
  channel_id int,
  purpose_id int,
  target jsonb not null,
  messages jsonb not null,
  quick_replies jsonb not null,
  stop_reply boolean not null,
  -- Null: as soon as it is scheduled.
  send_at timestamptz,
  time_zone text,
  notification_disabled boolean not null,
  -- Rises with each edit; an approval holds for one version.
  version int not null default 1,
  approved_version int,
  approved_by int references users,
  approved_at timestamptz,
  -- Everybody who wrote a part of it: none of them may approve it.
  author_ids int[] not null,
  -- Messages that are reserved in this month of LINE (UTC+9), and how many each person takes.
  quota_month date,
  reserved int not null default 0 check (reserved >= 0),
  per_person int not null default 1,
  due_at timestamptz,
  -- Nothing is sent before: the end of quiet hours, or of a pause that LINE asked for.
  wait_until timestamptz,
  frozen_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- {total, target}.
  estimate jsonb,
  queued int not null default 0,
  accepted int not null default 0,
  failed int not null default 0,
  skipped int not null default 0,
  unknown int not null default 0,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- LINE's figures of a broadcast as a whole, {opened, clicked}, and when LINE was asked.
  statistics jsonb,
  statistics_at timestamptz,
  primary key (store_id, id)
);
create index broadcast_updated on broadcast (store_id, updated_at, id);
create index broadcast_pending on broadcast (store_id, channel_id) where status = 'pending';
select wall('broadcast');
grant select on broadcast to ruam_auth;
create policy auth on broadcast to ruam_auth using (true);

create table broadcast_setting (
  store_id int primary key references store,
  -- Baht per message.
  price double precision,
  purpose_id int,
  unknown_consent text not null check (unknown_consent in ('send', 'skip')),
  -- Local times of the store, both or neither.
  quiet_from text,
  quiet_to text,
  weekly_cap int,
  approval boolean not null,
  per_object boolean not null,
  tester_ids bigint[] not null,
  updated_at timestamptz not null default clock_timestamp(),
  check ((quiet_from is null) = (quiet_to is null))
);
select wall('broadcast_setting');

-- Test messages per day of the store.
create table broadcast_test (
  store_id int not null references store,
  day date not null,
  sent int not null,
  primary key (store_id, day)
);
select wall('broadcast_test');

-- ---- Sending ---------------------------------------------------------------------------------------------

create table broadcast_recipient (
  store_id int not null references store,
  broadcast_id int not null,
  position int not null,
  profile_id bigint,
  -- User id of LINE.
  external_id text,
  status text not null check (status in ('queued', 'accepted', 'failed', 'skipped', 'unknown')),
  reason text,
  chunk int,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, broadcast_id, position)
);
create unique index broadcast_recipient_user on broadcast_recipient (store_id, broadcast_id, external_id) where external_id is not null;
create unique index broadcast_recipient_person on broadcast_recipient (store_id, broadcast_id, profile_id) where profile_id is not null;
create index broadcast_recipient_profile on broadcast_recipient (store_id, profile_id, updated_at) where profile_id is not null;
create index broadcast_recipient_status on broadcast_recipient (store_id, broadcast_id, status, position);
create index broadcast_recipient_chunk on broadcast_recipient (store_id, broadcast_id, chunk) where chunk is not null;
select wall('broadcast_recipient');

-- One call of LINE: up to 500 people. Retry key and bytes are committed before the call, the outcome after it.
create table broadcast_chunk (
  store_id int not null references store,
  broadcast_id int not null,
  id int not null,
  retry_key uuid not null,
  -- Null once it is settled; the hash stays.
  body bytea,
  body_hash bytea not null,
  recipients int not null,
  status text not null default 'waiting' check (status in ('waiting', 'accepted', 'refused', 'split', 'unknown')),
  -- Calls that were begun, and those of them that LINE certainly refused. A difference means: LINE may have accepted.
  tries int not null default 0,
  refusals int not null default 0,
  first_tried_at timestamptz,
  next_try_at timestamptz,
  line_status int,
  request_id text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, broadcast_id, id)
);
create unique index broadcast_chunk_key on broadcast_chunk (store_id, retry_key);
create index broadcast_chunk_waiting on broadcast_chunk (store_id, broadcast_id, id) where status = 'waiting';
select wall('broadcast_chunk');

-- One sender per channel at a time.
create table broadcast_lease (
  store_id int not null references store,
  channel_id int not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (store_id, channel_id)
);
select wall('broadcast_lease');

-- Messages of an account in a month of LINE (UTC+9). One row is updated for each reservation: its lock is the lock
-- of the quota.
create table broadcast_quota (
  store_id int not null references store,
  channel_id int not null,
  month date not null,
  -- Null: a plan without a limit.
  quota int,
  usage int not null default 0,
  reserved int not null default 0 check (reserved >= 0),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, channel_id, month)
);
select wall('broadcast_quota');

-- People whom LINE was called for, of broadcasts that a restored backup may send again.
create table broadcast_sent (
  store_id int not null references store,
  broadcast_id int not null,
  retry_key uuid not null,
  profile_id bigint not null,
  outcome text not null default 'unknown' check (outcome in ('accepted', 'unknown')),
  primary key (store_id, broadcast_id, retry_key, profile_id)
);
create index broadcast_sent_profile on broadcast_sent (store_id, profile_id);
select wall('broadcast_sent');

-- Channels with something to send now, for the clock of the sender.
create function auth.channels_with_broadcasts() returns table (store_id int, channel_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct b.store_id, b.channel_id from broadcast b join store s on s.store_id = b.store_id and s.deleted_at is null
  where b.status = 'pending' and b.channel_id is not null and b.due_at <= clock_timestamp()
    and (b.wait_until is null or b.wait_until <= clock_timestamp())
    and (b.sub_status in ('scheduled', 'queued', 'sending') or b.sub_status = 'paused' and b.reason in ('quiet_hours', 'rate'))
$$;

-- ---- Files that messages show ----------------------------------------------------------------------------

-- Public files that messages show, each under a name of 256 random bits.
create table media (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  storage_key text not null,
  content_type text not null,
  -- Bytes.
  size int not null,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  -- When a broadcast named it last. A save that names it changes this, so that a purge of the same moment spares it.
  used_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index media_name on media (name);
select wall('media');
grant select, delete on media to ruam_auth;
create policy auth on media to ruam_auth using (true);

create function auth.media(file text) returns table (storage_key text, content_type text, size int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.storage_key, m.content_type, m.size
  from media m join store s on s.store_id = m.store_id and s.deleted_at is null where m.name = file
$$;

-- Deletes files that no broadcast has named for a day, and returns their keys.
create function auth.purge_media() returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  with named as materialized (
    select b.store_id, part.name
    from broadcast b, jsonb_array_elements(b.messages) message, lateral (values (message ->> 'name'), (message ->> 'preview_name')) part (name)
    where part.name is not null
  )
  delete from media m where m.used_at < clock_timestamp() - interval '1 day'
    and not exists (select from named where named.store_id = m.store_id and named.name = m.name)
  returning m.storage_key
$$;
