-- What a role is for, and who changed it last.
alter table role
  add description text not null default '',
  add updated_by int references users;

-- Who has left, and an invitation that was answered, keep no role from being deleted.
alter table store_member
  alter role_id drop not null,
  add constraint store_member_role check (role_id is not null or removed_at is not null);
alter table invitation
  alter role_id drop not null,
  add constraint invitation_role check (role_id is not null or status <> 'pending');
create index store_member_of_role on store_member (store_id, role_id) where removed_at is null;

grant update (permissions) on role to ruam_door;
-- Gives the roles that stores have left as they were the permissions that this version brings. Nothing is taken away, so that an
-- older server that starts beside a newer one does not undo it.
create function door.follow_presets(presets jsonb) returns int
language sql security definer set search_path = public, pg_temp
as $$
  with brought as (
    select p ->> 'name' as name, array(select jsonb_array_elements_text(p -> 'permissions')) as permissions
    from jsonb_array_elements(presets) p
  ), changed as (
    update role r set permissions = b.permissions || array(select unnest(r.permissions) except select unnest(b.permissions))
    from brought b where r.preset and r.name = b.name and not r.permissions @> b.permissions
    returning 1
  )
  select count(*)::int from changed
$$;
revoke all on function door.follow_presets from public;
alter function door.follow_presets owner to ruam_door;
grant execute on function door.follow_presets to ruam_app;
