-- Who calls, by their token: a person, and of a store's token the store and the rights there. Nothing comes back for a token that is
-- unknown, expired, signed out or of a lost membership. Unlike door.enter, which the version before calls, it does not set the store's
-- context: that is set by a statement of the caller.
create function door.caller(token bytea)
returns table (user_id int, session_id bigint, store_id int, roles text[], permissions text[], dpa_status text)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return query
    select a.user_id, a.session_id, a.store_id,
      case when r.id is null then '{}' else array[r.name] end, coalesce(r.permissions, '{}'),
      case when a.store_id is not null then
        coalesce((select case d.status when 'accepted' then 'found' else 'declined' end from dpa_decision d
          where d.store_id = a.store_id order by d.id desc limit 1), 'not-found') end
    from access_token a
      join user_session s on s.id = a.session_id
      left join store_member m on m.store_id = a.store_id and m.user_id = a.user_id and m.removed_at is null
      left join role r on r.store_id = m.store_id and r.id = m.role_id
    where a.token_hash = token and a.expires_at > now() and s.revoked_at is null and s.expires_at > now()
      and (a.store_id is null or r.id is not null);
end $$;

-- The same within a message whose statements are sent before its answer is known: raises, so that PostgreSQL does none of those after it,
-- unless the token is this person's, and the context that was set is its store, where the person has one of the rights and the
-- agreement was accepted. A person's own token has no store, no context, and needs no rights.
create function door.confirm(token bytea, person int, any_of text[], before_dpa boolean)
returns table (user_id int, session_id bigint, store_id int, roles text[], permissions text[], dpa_status text)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  select c.* into user_id, session_id, store_id, roles, permissions, dpa_status from door.caller(token) c;
  if user_id is null or user_id is distinct from person or store_id is distinct from current_store()
    or (store_id is not null and not (
      (before_dpa or dpa_status = 'found')
      and ('owner' = any(roles) or cardinality(any_of) = 0 or permissions && any_of)))
  then
    raise exception 'not confirmed' using errcode = 'RU001';
  end if;
  return next;
end $$;

do $$
declare
  fn regprocedure;
begin
  foreach fn in array array['door.caller(bytea)', 'door.confirm(bytea, int, text[], boolean)']::regprocedure[] loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
