-- Letters of incidents to their people, each written by one member and approved by another.
create table incident_letter (
  store_id int not null,
  incident_id int not null,
  number int not null,
  text_th text not null,
  text_en text not null default '',
  status text not null default 'draft' check (status in ('draft', 'awaiting', 'approved')),
  author_ids int[] not null,
  submitted_at timestamptz,
  submitted_by int,
  approved_at timestamptz,
  approved_by int,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, incident_id, number),
  foreign key (store_id, incident_id) references incident (store_id, id) on delete cascade
);
select wall('incident_letter');

-- step: letters that a restored backup lacks
-- Letters that LINE was called for after a backup that was restored. 64 bits of a hash, as in broadcast_sent_user.
create table incident_letter_sent (
  store_id int not null references store,
  incident_id int not null,
  number int not null,
  user_hash text not null,
  retry_key uuid not null,
  outcome text not null default 'unknown' check (outcome in ('accepted', 'unknown')),
  primary key (store_id, incident_id, number, user_hash, retry_key)
);
create index incident_letter_sent_key on incident_letter_sent (store_id, retry_key);
select wall('incident_letter_sent');

-- step: a letter is a broadcast for each account of LINE
alter table broadcast
  add column incident_id int,
  add column incident_letter int,
  add check (num_nulls(incident_id, incident_letter) in (0, 2)),
  add check (incident_id is null or automation_id is null);

-- step: the decision names the letter
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
        where r.store_id = new.store_id and r.broadcast_id = new.broadcast_id and r.chunk = new.id offset 0) c) || (
      select case
        when b.incident_id is not null then jsonb_build_object('incident', b.incident_id, 'letter', b.incident_letter)
        when b.automation_id is null then '{}'
        else jsonb_build_object('automation', b.automation_id, 'step', b.automation_step) end
      from public.broadcast b where b.store_id = new.store_id and b.id = new.broadcast_id));
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
  on conflict do nothing;
  -- The broadcast may be missing: it was made when the step was due.
  insert into automation_sent (store_id, automation_id, step, user_hash, retry_key, at)
  select of_store, a.id, (body ->> 'step')::int, u.value, (body ->> 'key')::uuid, decided_at
  from automation a, jsonb_array_elements_text(body -> 'users') u
  where a.store_id = of_store and a.id = (body ->> 'automation')::int
  on conflict do nothing;
  -- Missing as well: it was made when the letter was approved.
  insert into incident_letter_sent (store_id, incident_id, number, user_hash, retry_key)
  select of_store, i.id, (body ->> 'letter')::int, u.value, (body ->> 'key')::uuid
  from incident i, jsonb_array_elements_text(body -> 'users') u
  where i.store_id = of_store and i.id = (body ->> 'incident')::int
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
    update automation_sent set outcome = line ->> 'outcome' where store_id = of_store and retry_key = of_key;
    update incident_letter_sent set outcome = line ->> 'outcome' where store_id = of_store and retry_key = of_key;
  else
    delete from broadcast_sent where store_id = of_store and broadcast_id = of_broadcast and retry_key = of_key;
    delete from broadcast_sent_user where store_id = of_store and broadcast_id = of_broadcast and retry_key = of_key;
    delete from automation_sent where store_id = of_store and retry_key = of_key;
    delete from incident_letter_sent where store_id = of_store and retry_key = of_key;
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

-- step: programs hear of broadcasts that people composed alone
create or replace trigger raise_end after update on broadcast for each row
  when (current_user = 'ruam_app' and old.finished_at is null and new.finished_at is not null and new.automation_id is null
    and new.incident_id is null)
  execute function raise_end('broadcast.ended');

-- background: broadcasts of letters
create index concurrently if not exists broadcast_incident on broadcast (store_id, incident_id, incident_letter)
  where incident_id is not null;
