-- Events that a webhook could not deliver, and those behind them of the same customers. Events of other customers go on.
create table webhook_waiting (
  store_id int not null,
  webhook_id int not null,
  change_id bigint not null,
  nth int not null,
  -- Failures of this event; 0 if it waits for an earlier one.
  failures int not null default 0,
  failing_since timestamptz,
  next_at timestamptz not null default clock_timestamp(),
  primary key (store_id, webhook_id, change_id, nth),
  foreign key (store_id, webhook_id) references webhook (store_id, id) on delete cascade
);
select wall('webhook_waiting');
grant select on webhook_waiting to ruam_auth;
create policy auth on webhook_waiting for select to ruam_auth using (true);

-- Events up to `position` are delivered. While some wait, those up to here were tried.
alter table webhook add column reached_position bigint, add column reached_nth int;

create or replace function auth.webhooks_to_send() returns table (store_id int, webhook_id int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select w.store_id, w.id from webhook w
    join store s on s.store_id = w.store_id and s.deleted_at is null
    left join change_reader r on r.store_id = w.store_id
  where w.status = 'active' and w.next_at <= now()
    and (r.store_id is null or r.epoch <> w.epoch or r.position > coalesce(w.reached_position, w.position)
      or r.reads_until < now() + interval '29 days'
      or exists (select from change c where c.store_id = w.store_id and c.position is null)
      or exists (select from webhook_waiting x where x.store_id = w.store_id and x.webhook_id = w.id and x.next_at <= now())
      or exists (select from webhook_delivery d where d.store_id = w.store_id and d.webhook_id = w.id and d.again_at is not null))
  order by 1, 2
$$;
