-- The connection of a LINE account: what each check found and when, and the one fault that they add up to.

alter table channel
  -- Name of the gravest fault (contract/channels/connection.ts); null: none.
  add column fault text,
  -- Paused: another account of the installation has the same LINE account, and LINE's webhook reaches that one.
  add column duplicate boolean not null default false,
  add column next_check_at timestamptz not null default clock_timestamp(),
  -- What only an event of LINE says, with the event's time. It holds until an event or a check by a person takes it back.
  add column event_fault text check (event_fault in ('suspended', 'deactivated', 'detached')),
  add column event_fault_at timestamptz,
  -- Durations of answers to webhooks since a time, at most an hour.
  add column answers_since timestamptz,
  add column answers int not null default 0,
  add column answers_slow int not null default 0,
  add column answers_ms bigint not null default 0,
  add column answers_max_ms int not null default 0;

-- Checks of an account. A check that could not be made keeps its last result.
create table channel_check (
  store_id int not null references store,
  channel_id int not null,
  kind text not null check (kind in ('keys', 'bot', 'quota', 'webhook_address', 'webhook_test', 'statistics')),
  -- `ok` or the name of a fault; null: never made.
  result text,
  at timestamptz,
  -- Why the last try gave no result.
  trouble text check (trouble in ('no_answer', 'busy', 'denied', 'unreadable')),
  tried_at timestamptz,
  -- Status and duration of the webhook test.
  status int,
  ms int,
  -- Tries of the hour that began then: LINE limits some calls to 60.
  hour timestamptz not null default clock_timestamp(),
  tries int not null default 0,
  primary key (store_id, channel_id, kind),
  foreign key (store_id, channel_id) references channel on delete cascade
);
select wall('channel_check');

-- Accounts whose check is due, for the clock.
create function auth.channels_to_check(most int) returns table (store_id int, channel_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.store_id, c.id from channel c join store s on s.store_id = c.store_id and s.deleted_at is null
  where c.type in ('lineOA', 'lineModule') and c.next_check_at <= clock_timestamp()
  order by c.next_check_at limit most
$$;
alter function auth.channels_to_check owner to ruam_auth;
revoke all on function auth.channels_to_check from public;
grant execute on function auth.channels_to_check to ruam_app;

alter table channel no force row level security;
alter table online_log no force row level security;
alter table notification no force row level security;

-- What the former version found, until the first check.
update channel set fault = case error when 'account_suspended' then 'suspended' else error end
where type in ('lineOA', 'lineModule') and status = 'error'
  and error in ('token_refused', 'secret_refused', 'account_suspended', 'detached');

-- Of several accounts with one channel or bot, the one stays that LINE's webhook reached last. The others are paused.
create temp table ranked on commit drop as
select row_number() over (order by greatest(newest.at, tested.at) desc nulls last, c.status = 'active' desc, c.created_at desc) as place,
  c.store_id, c.id, c.external_id, c.bot_user_id, false as stays
from channel c
left join lateral (select l.at from online_log l where l.store_id = c.store_id and l.channel_id = c.id
  and l.direction = 'in' and l.event_type <> 'signature' order by l.at desc limit 1) newest on true
left join lateral (select (c.webhook_state ->> 'at')::timestamptz as at where c.webhook_state ->> 'reason' = 'ok') tested on true
where c.type in ('lineOA', 'lineModule');
do $$
declare
  one record;
begin
  for one in select * from ranked order by place loop
    update ranked r set stays = true where r.place = one.place and not exists (
      select from ranked k where k.stays and (k.external_id = one.external_id or k.bot_user_id = one.bot_user_id));
  end loop;
end $$;
update channel c set duplicate = true, fault = 'duplicate', status = case when c.status = 'inactive' then 'inactive' else 'error' end, error = null
from ranked r where r.store_id = c.store_id and r.id = c.id and not r.stays;
insert into notification (store_id, kind, ending, data)
select store_id, 'channel_duplicate', 'failed', jsonb_build_object('channel_id', id) from ranked where not stays;

alter table notification force row level security;
alter table online_log force row level security;
alter table channel force row level security;

-- One account of the installation per channel, and per bot: a module's channel differs from the official account's, its bot does not.
create unique index channel_line_account on channel (external_id) where type in ('lineOA', 'lineModule') and not duplicate;
create unique index channel_line_bot on channel (bot_user_id) where type in ('lineOA', 'lineModule') and not duplicate;

-- Store of this server to which something leads that names no store: a credential, a webhook's address, an invitation's
-- token, a public file, or the id of a LINE channel or bot.
create or replace function auth.store_of(what text, key bytea) returns int
language sql stable security definer set search_path = public, pg_temp
as $$
  select k.store_id from credential k
  where what = 'credential' and (k.secret_hash = key or (k.previous_hash = key and k.previous_until > now()))
  union all select c.store_id from channel c where what = 'webhook' and c.webhook_hash = key
  union all select i.store_id from invitation i where what = 'invitation' and i.token_hash = key
  union all select m.store_id from media m where what = 'media' and m.name = encode(key, 'escape')
  union all select c.store_id from channel c where what = 'line' and c.type in ('lineOA', 'lineModule') and not c.duplicate
    and (c.external_id = encode(key, 'escape') or c.bot_user_id = encode(key, 'escape'))
  limit 1
$$;
