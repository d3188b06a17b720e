-- Sandbox stores, for trying programs: one a person, with sample data and without real channels.
alter table store add column sandbox_of int;
create unique index store_sandbox on store (sandbox_of) where sandbox_of is not null and deleted_at is null;
grant update (sandbox_of) on store to ruam_auth;

-- Creates a store for an owner. A sandbox makes nobody an owner: its person may have left the real store.
create or replace function auth.make_store(person_id int, store_name text, roles jsonb, request text) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  new_store int;
begin
  if not exists (select from store_member m
    join role r on r.store_id = m.store_id and r.id = m.role_id and r.name = 'owner'
    join store s on s.store_id = m.store_id and s.deleted_at is null and s.sandbox_of is null
    where m.user_id = person_id and m.removed_at is null) then
    return null;
  end if;
  insert into store (name) values (store_name) returning store.store_id into new_store;
  insert into store_directory (store, name) values (new_store, store_name);
  insert into role (store_id, name, preset, permissions, home)
  select new_store, r ->> 'name', true, array(select jsonb_array_elements_text(r -> 'permissions')), coalesce(r ->> 'home', 'overview')
  from jsonb_array_elements(roles) with ordinality as t (r, place) order by place;
  insert into store_member (store_id, user_id, role_id)
  select new_store, person_id, id from role where role.store_id = new_store and role.name = 'owner';
  insert into audit_log (store_id, user_id, action, subject_type, subject_id, request_id)
  values (new_store, person_id, 'store_made', 'store', new_store::text, request);
  return new_store;
end $$;

-- Makes a new store the sandbox of its owner. The agreement that a real store of theirs has accepted holds there, too.
create function auth.make_sandbox(new_store int, person_id int) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update store set sandbox_of = person_id where store_id = new_store;
  insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by)
  select new_store, d.version, d.status, d.consentee, d.document_hash, person_id
  from store_member m
  join role r on r.store_id = m.store_id and r.id = m.role_id and r.name = 'owner'
  join store s on s.store_id = m.store_id and s.deleted_at is null and s.sandbox_of is null
  join dpa_decision d on d.store_id = m.store_id
    and d.id = (select max(newest.id) from dpa_decision newest where newest.store_id = m.store_id)
  where m.user_id = person_id and m.removed_at is null and agreement_status(m.store_id) = 'found' and d.status = 'accepted'
  order by d.decided_at desc, d.id desc limit 1
$$;

-- Sandboxes among the stores of a person.
create function auth.sandboxes_of(person_id int) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.store_id from store_member m join store s on s.store_id = m.store_id and s.sandbox_of is not null
  where m.user_id = person_id and m.removed_at is null
$$;

-- Deletes sandboxes without a visit or a request for 30 days. The deletion is a change itself: a restored one gets time for a visit.
create function auth.delete_silent_sandboxes() returns int
language sql security definer set search_path = public, pg_temp
as $$
  with silent as (
    update store s set deleted_at = clock_timestamp(), updated_at = clock_timestamp()
    where s.sandbox_of is not null and s.deleted_at is null and greatest(s.created_at, s.updated_at) < now() - interval '30 days'
      and not exists (select from store_member m where m.store_id = s.store_id and m.seen_at > now() - interval '30 days')
      and not exists (select from credential c where c.store_id = s.store_id and c.last_used_at > now() - interval '30 days')
    returning s.store_id
  ), ended as (
    delete from access_token t using silent where t.store_id = silent.store_id
  ), noted as (
    insert into audit_log (store_id, action, subject_type, subject_id)
    select store_id, 'store_deleted', 'store', store_id::text from silent
  )
  select count(*)::int from silent
$$;

alter function auth.make_sandbox(int, int) owner to ruam_auth;
alter function auth.sandboxes_of(int) owner to ruam_auth;
alter function auth.delete_silent_sandboxes() owner to ruam_auth;
revoke all on function auth.make_sandbox(int, int), auth.sandboxes_of(int), auth.delete_silent_sandboxes() from public;
grant execute on function auth.make_sandbox(int, int), auth.sandboxes_of(int), auth.delete_silent_sandboxes() to ruam_app;
