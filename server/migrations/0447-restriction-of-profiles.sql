-- Restriction of customers by a call: its journal, what programs learn of it, and what a restore does again.

-- Each restriction and objection. profile.restricted_at is what all others read.
create table profile_restriction (
  store_id int not null,
  id int generated always as identity,
  profile_id bigint not null,
  kind text not null check (kind in ('restricted', 'objected')),
  -- Null if a restore did it again: lists outside of the database hold no words.
  reason text,
  created_by int,
  at timestamptz not null default clock_timestamp(),
  -- Merge that brought it from the profile that went, until that merge is undone.
  merge_id int,
  lifted_at timestamptz,
  lifted_by int,
  -- Null if another kind took its place.
  lift_reason text,
  primary key (store_id, id)
);
create unique index profile_restriction_current on profile_restriction (store_id, profile_id) where lifted_at is null;
create index profile_restriction_profile on profile_restriction (store_id, profile_id, id);
select wall('profile_restriction');
create trigger record_decision after insert on profile_restriction for each row
  execute function record_decision('profile_restricted', 'profile', 'profile_id', 'kind', 'kind');

-- Receivers learn of it although other events of the customer do not reach them.
create function raise_restriction() returns trigger
language plpgsql
as $$
begin
  if changes_are_read() then
    insert into change (store_id, kind, profile_ids)
    values (new.store_id, case when new.restricted_at is null then 'profile.unrestricted' else 'profile.restricted' end, array[new.id]);
  end if;
  return null;
end $$;

-- step: profiles
alter table profile_restriction add foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade;
drop trigger record_decision on profile;
create trigger raise_restriction after update of restricted_at on profile for each row
  when (current_user = 'ruam_app' and (old.restricted_at is null) <> (new.restricted_at is null)
    and new.deleted_at is null and new.merged_into is null) execute function raise_restriction();
insert into profile_restriction (store_id, profile_id, kind, at)
select store_id, id, 'restricted', restricted_at from profile where restricted_at is not null;

create or replace function decided_profile_restricted(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  insert into profile_restriction (store_id, profile_id, kind, at)
  select of_store, id, coalesce(body ->> 'kind', 'restricted'), decided_at from profile
  where store_id = of_store and id = (body ->> 'profile')::bigint
  on conflict do nothing;
  update profile set restricted_at = decided_at, updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'profile')::bigint and restricted_at is null;
  update segment set wanted = wanted + 1 where store_id = of_store
$$;
