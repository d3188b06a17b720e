-- Which of these logins are still on and still in their store, and what they may do there: what keeps a socket open.
create function door.still_in(sessions bigint[], stores int[])
returns table (session_id bigint, store_id int, roles text[], permissions text[], dpa_status text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.id, m.store_id, array[r.name], r.permissions,
    coalesce((select case d.status when 'accepted' then 'found' else 'declined' end from dpa_decision d
      where d.store_id = m.store_id order by d.id desc limit 1), 'not-found')
  from unnest(sessions, stores) as asked (session_id, store_id)
  join user_session s on s.id = asked.session_id and s.revoked_at is null and s.expires_at > now()
  join store_member m on m.store_id = asked.store_id and m.user_id = s.user_id and m.removed_at is null
  join role r on r.store_id = m.store_id and r.id = m.role_id
$$;
revoke all on function door.still_in from public;
alter function door.still_in owner to ruam_door;
grant execute on function door.still_in to ruam_app;
