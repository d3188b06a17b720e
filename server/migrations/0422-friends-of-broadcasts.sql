-- Friends who are not customers yet receive broadcasts under their LINE id.

-- step: the recipients, which are in use while messages are sent
-- Clicks of a friend who is not a customer; those of customers are rows of broadcast_person_click.
alter table broadcast_recipient add column clicks int;

-- step: what a friend received belongs to the customer whom the friend becomes
-- Trigger: a friend is linked to a profile. A broadcast that the customer has another row of is left as it is.
create function keep_broadcasts_of_friend() returns trigger
language plpgsql
as $$
begin
  perform from broadcast_recipient
    where store_id = new.store_id and external_id = new.external_id and profile_id is null
    order by broadcast_id, position for update;
  update broadcast_recipient r set profile_id = new.profile_id
  where r.store_id = new.store_id and r.external_id = new.external_id and r.profile_id is null
    and not exists (select from broadcast_recipient o
      where o.store_id = new.store_id and o.broadcast_id = r.broadcast_id and o.profile_id = new.profile_id);
  return null;
end $$;
create trigger keep_broadcasts_of_friend after update of profile_id on channel_friend for each row
  when (old.profile_id is null and new.profile_id is not null) execute function keep_broadcasts_of_friend();

-- step: people whom LINE was called for, by their LINE ids as well
-- A restored backup may know a customer as a friend alone, or not at all. 64 bits: two of 200,000 share them once in 10^9 broadcasts.
create function user_hash(user_id text) returns text
language sql immutable strict parallel safe
return left(encode(sha256(convert_to(user_id, 'UTF8')), 'hex'), 16);

create table broadcast_sent_user (
  store_id int not null references store,
  broadcast_id int not null,
  retry_key uuid not null,
  user_hash text not null,
  outcome text not null default 'unknown' check (outcome in ('accepted', 'unknown')),
  primary key (store_id, broadcast_id, retry_key, user_hash)
);
select wall('broadcast_sent_user');

create or replace function record_called_chunk() returns trigger
language plpgsql
as $$
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  perform auth.record_decision('message_called', new.store_id,
    jsonb_build_object('broadcast', new.broadcast_id, 'chunk', new.id, 'key', new.retry_key) || (
      select jsonb_build_object(
        'people', coalesce(jsonb_agg(c.profile_id order by c.profile_id) filter (where c.profile_id is not null), '[]'),
        'users', coalesce(jsonb_agg(public.user_hash(c.external_id)) filter (where c.external_id is not null), '[]'))
      from (select r.profile_id, r.external_id from public.broadcast_recipient r
        where r.store_id = new.store_id and r.broadcast_id = new.broadcast_id and r.chunk = new.id offset 0) c));
  return null;
end $$;

create or replace function decided_message_called(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  insert into broadcast_sent (store_id, broadcast_id, retry_key, profile_id)
  select of_store, b.id, (body ->> 'key')::uuid, p.value::bigint
  from broadcast b, jsonb_array_elements_text(body -> 'people') p
  where b.store_id = of_store and b.id = (body ->> 'broadcast')::int
  on conflict do nothing;
  insert into broadcast_sent_user (store_id, broadcast_id, retry_key, user_hash)
  select of_store, b.id, (body ->> 'key')::uuid, u.value
  from broadcast b, jsonb_array_elements_text(body -> 'users') u
  where b.store_id = of_store and b.id = (body ->> 'broadcast')::int
  on conflict do nothing
$$;

create or replace function decided_message_ended(of_store int, decided_at timestamptz, line jsonb) returns void
language plpgsql
as $$
declare
  of_broadcast int := (line ->> 'broadcast')::int;
  of_key uuid := (line ->> 'key')::uuid;
  of_chunk int;
begin
  if line ->> 'outcome' in ('accepted', 'unknown') then
    update broadcast_sent set outcome = line ->> 'outcome'
    where store_id = of_store and broadcast_id = of_broadcast and retry_key = of_key;
    update broadcast_sent_user set outcome = line ->> 'outcome'
    where store_id = of_store and broadcast_id = of_broadcast and retry_key = of_key;
  else
    delete from broadcast_sent where store_id = of_store and broadcast_id = of_broadcast and retry_key = of_key;
    delete from broadcast_sent_user where store_id = of_store and broadcast_id = of_broadcast and retry_key = of_key;
  end if;
  update broadcast_chunk set status = line ->> 'outcome', body = null, updated_at = clock_timestamp()
  where store_id = of_store and broadcast_id = of_broadcast and retry_key = of_key
    and status = 'waiting' returning id into of_chunk;
  -- Called before the backup: its people are those of the chunk.
  update broadcast_recipient set updated_at = clock_timestamp(),
    status = case when line ->> 'outcome' in ('accepted', 'unknown') then line ->> 'outcome' else status end,
    chunk = case when line ->> 'outcome' in ('accepted', 'unknown') then chunk end
  where store_id = of_store and broadcast_id = of_broadcast and chunk = of_chunk and status = 'queued';
end $$;

-- Makes a broadcast agree with what was sent after the backup: nobody who was sent to waits, and chunks that nobody
-- was called for are built again.
create or replace function settle_sent(of_store int, of_broadcast int) returns void
language sql
as $$
  update broadcast_chunk c set status = s.outcome, body = null, updated_at = clock_timestamp()
  from (
    select retry_key, outcome from broadcast_sent where store_id = of_store and broadcast_id = of_broadcast
    union select retry_key, outcome from broadcast_sent_user where store_id = of_store and broadcast_id = of_broadcast) s
  where c.store_id = of_store and c.broadcast_id = of_broadcast and c.retry_key = s.retry_key and c.status = 'waiting';
  update broadcast_recipient r set status = s.outcome, chunk = null, updated_at = clock_timestamp()
  from (select profile_id, min(outcome) as outcome from broadcast_sent
    where store_id = of_store and broadcast_id = of_broadcast group by profile_id) s
  where r.store_id = of_store and r.broadcast_id = of_broadcast and r.profile_id = s.profile_id and r.status = 'queued';
  update broadcast_recipient r set status = s.outcome, chunk = null, updated_at = clock_timestamp()
  from (select user_hash, min(outcome) as outcome from broadcast_sent_user
    where store_id = of_store and broadcast_id = of_broadcast group by user_hash) s
  where r.store_id = of_store and r.broadcast_id = of_broadcast and user_hash(r.external_id) = s.user_hash and r.status = 'queued';
  with untried as (
    update broadcast_chunk set status = 'refused', body = null, updated_at = clock_timestamp()
    where store_id = of_store and broadcast_id = of_broadcast and status = 'waiting' and tries = 0 returning id
  )
  update broadcast_recipient r set chunk = null from untried u
  where r.store_id = of_store and r.broadcast_id = of_broadcast and r.chunk = u.id and r.status = 'queued';
  -- Messages that were sent are used and not reserved any more.
  update broadcast_quota q set reserved = greatest(q.reserved - n.messages, 0), usage = q.usage + n.messages, updated_at = clock_timestamp()
  from (select b.channel_id, b.quota_month, greatest(b.reserved - count(r.position)::int * b.per_person, 0) as messages
    from broadcast b left join broadcast_recipient r
      on r.store_id = b.store_id and r.broadcast_id = b.id and r.status = 'queued'
    where b.store_id = of_store and b.id = of_broadcast and b.frozen_at is not null
    group by b.channel_id, b.quota_month, b.reserved, b.per_person) n
  where q.store_id = of_store and q.channel_id = n.channel_id and q.month = n.quota_month;
  update broadcast b set queued = n.queued, accepted = n.accepted, failed = n.failed, skipped = n.skipped, unknown = n.unknown,
    reserved = least(b.reserved, n.queued * b.per_person), updated_at = clock_timestamp()
  from (select count(*) filter (where status = 'queued') as queued, count(*) filter (where status = 'accepted') as accepted,
      count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'skipped') as skipped,
      count(*) filter (where status = 'unknown') as unknown
    from broadcast_recipient where store_id = of_store and broadcast_id = of_broadcast) n
  where b.store_id = of_store and b.id = of_broadcast and b.frozen_at is not null
$$;

-- background: broadcasts of friends who are not customers, for the weekly limit and once they become customers
create index concurrently if not exists broadcast_recipient_friend on broadcast_recipient (store_id, external_id, updated_at)
  where profile_id is null and external_id is not null;
