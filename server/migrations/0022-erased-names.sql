-- Places where the name of somebody who was erased may still stand, among words about others: a person decides what becomes of each.
-- It is said where that is and not what stands there.
create table erasure_mention (
  store_id int not null references store,
  id int generated always as identity,
  -- The number that the erased profile had.
  erased_id bigint not null,
  -- The table, and its column.
  place text not null,
  field text not null,
  -- The row: its key without the store.
  row_key text not null,
  -- The profile the row is about, where it is about one.
  profile_id bigint,
  found_at timestamptz not null default clock_timestamp(),
  outcome text check (outcome in ('kept', 'cleaned')),
  settled_at timestamptz,
  settled_by int references users,
  primary key (store_id, id)
);
create unique index erasure_mention_place on erasure_mention (store_id, erased_id, place, row_key, field);
create index erasure_mention_open on erasure_mention (store_id, id) where outcome is null;
create index erasure_mention_profile on erasure_mention (store_id, profile_id) where profile_id is not null;
select wall('erasure_mention');

-- New samples of every table of a store: an erasure takes keys out of any of them.
create or replace function door.refresh_samples() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  target regclass;
begin
  for target in
    select c.oid from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
      and pg_has_role(current_user, c.relowner, 'usage') order by c.relname
  loop
    execute format('analyze %s', target);
  end loop;
end $$;
