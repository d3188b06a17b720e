-- Subscriptions of programs to the stream of changes.
create table webhook (
  store_id int not null,
  id int generated always as identity,
  credential_id int not null,
  url text not null,
  types text[] not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  -- Set while it is paused, unless its program paused it.
  reason text check (reason in ('failing', 'gone', 'restored', 'changes_gone')),
  -- Sealed. The former one signs, too, until its end.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  -- A restored secret was replaced since: the program makes a new one before it goes on.
  secret_ended boolean not null default false,
  -- Place in the stream, and events behind it that were delivered: others failed.
  epoch uuid not null,
  position bigint not null,
  nth int not null,
  delivered text[] not null default '{}',
  failing_since timestamptz,
  failures int not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id),
  foreign key (store_id, credential_id) references credential (store_id, id) on delete cascade
);
create index webhook_credential on webhook (store_id, credential_id);
select wall('webhook');
grant select on webhook to ruam_auth;
create policy auth on webhook for select to ruam_auth using (true);

-- The last deliveries of each webhook. No body: it is made again from the change.
create table webhook_delivery (
  store_id int not null,
  id bigint generated always as identity,
  webhook_id int not null,
  event_id text not null,
  type text not null,
  change_id bigint not null,
  nth int not null,
  -- Null if no answer came; then `error` has the code of the failure.
  status int,
  error text,
  ms int not null,
  at timestamptz not null default clock_timestamp(),
  -- Set while it is to be sent again.
  again_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, webhook_id) references webhook (store_id, id) on delete cascade
);
create index webhook_delivery_webhook on webhook_delivery (store_id, webhook_id, id);
create index webhook_delivery_again on webhook_delivery (store_id, webhook_id) where again_at is not null;
select wall('webhook_delivery');
grant select on webhook_delivery to ruam_auth;
create policy auth on webhook_delivery for select to ruam_auth using (true);

-- Webhooks with something to send.
create function auth.webhooks_to_send() returns table (store_id int, webhook_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select w.store_id, w.id from webhook w
    join store s on s.store_id = w.store_id and s.deleted_at is null
    left join change_reader r on r.store_id = w.store_id
  where w.status = 'active' and w.next_at <= now()
    and (r.store_id is null or r.epoch <> w.epoch or r.position > w.position or r.reads_until < now() + interval '29 days'
      or exists (select from change c where c.store_id = w.store_id and c.position is null)
      or exists (select from webhook_delivery d where d.store_id = w.store_id and d.webhook_id = w.id and d.again_at is not null))
  order by 1, 2
$$;
alter function auth.webhooks_to_send owner to ruam_auth;
revoke all on function auth.webhooks_to_send from public;
grant execute on function auth.webhooks_to_send to ruam_app;

-- What a restore must not take back: an end, a pause, and the end of a secret.
create trigger record_decision after update on webhook for each row
  when (old.status = 'active' and new.status = 'paused') execute function record_decision('webhook_ended', 'webhook', 'id');
create trigger record_decision_of_deletion after delete on webhook for each row
  execute function record_decision('webhook_ended', 'webhook', 'id');
create trigger record_decision_of_rotation after update on webhook for each row
  when (old.secret <> new.secret) execute function record_decision('webhook_rotated', 'webhook', 'id');

create function decided_webhook_ended(of_store int, decided_at timestamptz, body jsonb) returns void
language plpgsql
as $$
begin
  if body ? 'deleted' then
    delete from webhook where store_id = of_store and id = (body ->> 'webhook')::int;
  else
    update webhook set status = 'paused', updated_at = clock_timestamp()
    where store_id = of_store and id = (body ->> 'webhook')::int and status = 'active';
  end if;
end $$;

create function decided_webhook_rotated(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update webhook set status = 'paused', secret_ended = true, previous_secret = null, previous_until = null, updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'webhook')::int
$$;

-- step: changes, which the look for something to send reads
grant select on change to ruam_auth;
create policy auth on change for select to ruam_auth using (true);
