-- Every value that a field of a store's live profiles has, once, so that those that begin with a text are found without looking at
-- everybody. Written in the background (see profiles/read-values.ts), and checked against a profile whenever one is offered.
create table profile_value (
  store_id int not null,
  field_id int not null,
  -- How it begins, as a search compares it: short enough for an index, whatever somebody wrote.
  key text collate "C" not null,
  -- Of the whole value, which tells it from others that begin alike.
  hash bigint not null,
  -- Somebody who has it; null while nobody is known to.
  profile_id bigint,
  -- The value itself, once several have had it: then it may still be had when this one has it no more.
  value text,
  primary key (store_id, field_id, key, hash)
);
create index profile_value_profile on profile_value (store_id, profile_id) where profile_id is not null;
create index profile_value_doubted on profile_value (store_id) where profile_id is null;
select wall('profile_value');

-- The last profile, by its time of change, whose values are kept.
create table profile_value_read (
  store_id int primary key references store,
  updated_at timestamptz not null default '-infinity',
  after_id bigint not null default 0
);
select wall('profile_value_read');

-- Stores with profiles that were changed since, or with values that nobody is known to have.
grant select (updated_at) on profile to ruam_door;
grant select on profile_value_read to ruam_door;
grant select (store_id, profile_id) on profile_value to ruam_door;
create policy door on profile_value_read for select to ruam_door using (true);
create policy door on profile_value for select to ruam_door using (true);

create function door.stores_to_read() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id from store s
  left join profile_value_read r on r.store_id = s.store_id
  where exists (select from profile p where p.store_id = s.store_id and p.deleted_at is null and p.merged_into is null
      and (p.updated_at, p.id) > (coalesce(r.updated_at, '-infinity'), coalesce(r.after_id, 0)))
    or exists (select from profile_value v where v.store_id = s.store_id and v.profile_id is null)
  order by s.store_id
$$;
revoke all on function door.stores_to_read from public;
alter function door.stores_to_read owner to ruam_door;
grant execute on function door.stores_to_read to ruam_app;

-- By the beginning of a citizen id as well, as of phones and e-mails.
drop index profile_citizen_id;
create index profile_citizen_id on profile (store_id, citizen_id text_pattern_ops) where citizen_id is not null;
