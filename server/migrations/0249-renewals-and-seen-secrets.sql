-- A renewal of a session whose answer was lost is repeated: the cookie that was traded gets its successor once more, as long
-- as nobody used that one.
alter table spent_refresh add column renewed_at timestamptz;

-- Trades a refresh cookie for the next one, which follows from it. A cookie that was traded already gets the same successor
-- while that one is unused: at once for another tab, and once within 60 seconds for an answer that was lost. Any other
-- reuse proves a copy, and ends the session.
create or replace function auth.rotate_session(
  refresh bytea, next_refresh bytea, access bytea, idle_seconds int, grace_seconds int, access_seconds int, from_address text,
  request text)
returns table (outcome text, user_id int)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  s record;
  result text := 'rotated';
begin
  update user_session u set refresh_hash = next_refresh, rotated_at = clock_timestamp(), last_address = from_address
  where u.refresh_hash = refresh and u.revoked_at is null and u.expires_at > now()
    and u.rotated_at > now() - make_interval(secs => idle_seconds)
  returning u.id, u.user_id into s;
  if found then
    insert into spent_refresh (token_hash, session_id) values (refresh, s.id);
  else
    select u.id, u.user_id, p.renewed_at, u.refresh_hash = next_refresh as unused, clock_timestamp() - p.spent_at as ago into s
    from spent_refresh p join user_session u on u.id = p.session_id
    where p.token_hash = refresh and u.revoked_at is null and u.expires_at > now() for update;
    if not found then return; end if;
    if s.ago < make_interval(secs => grace_seconds) then
      if not s.unused then result := 'grace'; end if;
    elsif s.unused and s.renewed_at is null and s.ago < interval '60 seconds' then
      update spent_refresh p set renewed_at = now() where p.token_hash = refresh;
      perform auth.note(s.user_id, 'session_renewed', request);
    else
      update user_session u set revoked_at = now() where u.id = s.id;
      perform auth.note(s.user_id, 'session_copied', request);
      return query select 'reused'::text, s.user_id;
      return;
    end if;
  end if;
  delete from access_token a where a.session_id = s.id and a.expires_at < now();
  insert into access_token (token_hash, session_id, user_id, expires_at)
  values (access, s.id, s.user_id, now() + make_interval(secs => access_seconds));
  return query select result, s.user_id;
end $$;

-- Who saw the secret of the last rotation. The first one was seen by the author.
alter table credential add column rotated_by int references users;
create index credential_rotated_by on credential (store_id, rotated_by) where rotated_by is not null;
