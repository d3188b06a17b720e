-- Decisions that a restored backup took back: scopes taken from a key, and members of a segment hidden again.

create trigger record_decision_of_scopes after update on credential for each row
  when (not old.scopes <@ new.scopes) execute function record_decision('key_scopes_lowered', 'credential', 'id', 'scopes', 'scopes');
create trigger record_decision after update on segment for each row
  when (old.members_visible and not new.members_visible) execute function record_decision('members_hidden', 'segment', 'label_id');

create function decided_key_scopes_lowered(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update credential set scopes = array(select s from unnest(scopes) s where body -> 'scopes' ? s), updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'credential')::int
$$;

create function decided_members_hidden(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update segment set members_visible = false where store_id = of_store and label_id = (body ->> 'segment')::int
$$;

-- A role that the backup lacks, or that has more rights in it, is replaced by the widest one that exceeds none of the rights. A member whose
-- role in the backup has no more than these rights stays as they are: a restore gives nothing.
create or replace function decided_member_role_lowered(of_store int, decided_at timestamptz, body jsonb) returns void
language plpgsql
as $$
declare
  member int := (body ->> 'user')::int;
  allowed text[] := array(select jsonb_array_elements_text(body -> 'permissions'));
  had record;
  fits int;
begin
  select r.name, r.permissions into had from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
  where m.store_id = of_store and m.user_id = member and m.removed_at is null;
  if had.name <> 'owner' and had.permissions <@ allowed then return; end if;
  if is_last_owner(of_store, member) then
    perform decided_member_removed(of_store, decided_at, body);
    return;
  end if;
  select r.id into fits from role r where r.store_id = of_store and r.name <> 'owner' and r.permissions <@ allowed
  order by r.id = (body ->> 'role')::int desc, cardinality(r.permissions) desc, r.id limit 1;
  if fits is null then
    perform decided_member_removed(of_store, decided_at, body);
  else
    update store_member set role_id = fits where store_id = of_store and user_id = member and removed_at is null;
  end if;
end $$;

revoke execute on function decided_key_scopes_lowered(int, timestamptz, jsonb), decided_members_hidden(int, timestamptz, jsonb) from public;
