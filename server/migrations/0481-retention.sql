-- Periods after which data of a kind is hidden. Rules are never deleted: without months, the kind is kept without an end.
create table retention_rule (
  store_id int not null references store,
  kind text not null check (kind in ('activity', 'note', 'message')),
  months int check (months between 1 and 120),
  -- Day of the store's calendar whose rows are all hidden.
  done_on date,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by int,
  primary key (store_id, kind)
);
select wall('retention_rule');
grant select on retention_rule to ruam_auth;
create policy auth on retention_rule for select to ruam_auth using (true);

-- Rows of one kind that were hidden on one day. Stays as a record of what was deleted when.
create table retention_round (
  store_id int not null references store,
  id int generated always as identity,
  kind text not null check (kind in ('activity', 'note', 'message')),
  day date not null,
  before timestamptz not null,
  started_at timestamptz not null default clock_timestamp(),
  rows int not null default 0,
  put_back_at timestamptz,
  put_back_by int,
  put_back int not null default 0,
  -- Nothing of it is hidden any more: it was put back, or deleted.
  ended_at timestamptz,
  primary key (store_id, id)
);
create unique index retention_round_day on retention_round (store_id, kind, day) where put_back_at is null;
create index retention_round_open on retention_round (store_id, id) where ended_at is null;
select wall('retention_round');
grant select on retention_round to ruam_auth;
create policy auth on retention_round for select to ruam_auth using (true);

-- Hidden activities as they were, with their lines. No foreign key to the profile: an erasure deletes them with the activities.
create table retention_row (
  store_id int not null,
  round_id int not null,
  activity_id bigint not null,
  profile_id bigint not null,
  activity jsonb not null,
  lines jsonb,
  primary key (store_id, round_id, activity_id)
);
create index retention_row_profile on retention_row (store_id, profile_id);
select wall('retention_row');

create trigger record_decision after insert on retention_rule for each row
  execute function record_decision('retention_changed', 'kind', 'kind', 'months', 'months');
create trigger record_decision_of_change after update on retention_rule for each row
  when (coalesce(old.months, 0) <> coalesce(new.months, 0))
  execute function record_decision('retention_changed', 'kind', 'kind', 'months', 'months');

create function decided_retention_changed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  insert into retention_rule as r (store_id, kind, months, updated_at)
  values (of_store, body ->> 'kind', (body ->> 'months')::int, decided_at)
  on conflict (store_id, kind) do update set months = excluded.months, updated_at = excluded.updated_at, done_on = null
  where r.updated_at < excluded.updated_at and r.months is distinct from excluded.months
$$;

-- Stores with rows to hide, to put back or to delete.
create function auth.stores_with_retention(put_back_days int) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select r.store_id from retention_rule r join store s on s.store_id = r.store_id and s.deleted_at is null
  where r.months is not null and r.done_on is distinct from (now() at time zone s.time_zone)::date
  union
  select store_id from retention_round
  where ended_at is null and (put_back_at is not null or started_at <= now() - make_interval(days => $1))
  order by 1
$$;
alter function auth.stores_with_retention owner to ruam_auth;
revoke all on function auth.stores_with_retention from public;
grant execute on function auth.stores_with_retention to ruam_app;

-- Activities that are put back are no news: programs and automations heard of them when they were new.
create or replace function raise_activities() returns trigger
language plpgsql
as $$
begin
  if current_setting('ruam.put_back', true) = 'on' or not changes_are_read() then return null; end if;
  insert into change (store_id, kind, subject_id, profile_ids, activity_ids)
  select store_id, 'activity.created', type_id, array_agg(profile_id order by id), array_agg(id order by id) from added
  group by store_id, type_id order by type_id;
  return null;
end $$;
