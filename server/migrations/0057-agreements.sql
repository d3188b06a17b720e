-- Every text of the data-processing agreement that was in force; the newest is. What a store has accepted can be read for ever.
create table dpa_document (
  id int generated always as identity primary key,
  version text not null unique,
  document jsonb not null,
  document_hash text not null,
  published_at timestamptz not null default clock_timestamp()
);
grant select, insert on dpa_document to ruam_door;

-- Decisions are added, and stay as they are.
revoke update, delete on dpa_decision from ruam_app;

-- How a store stands to the agreement in force. Read by the door's functions, into which PostgreSQL writes it out.
create function agreement_status(of_store int) returns text
language sql stable
as $$
  select coalesce((
    select case d.status when 'accepted' then 'found' else 'declined' end from public.dpa_decision d
    where d.store_id = of_store and d.version = (select v.version from public.dpa_document v order by v.id desc limit 1)
    order by d.id desc limit 1), 'not-found')
$$;

create or replace function door.enter(token bytea)
returns table (user_id int, session_id bigint, store_id int, roles text[], permissions text[], dpa_status text)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  found_token record;
begin
  perform set_config('ruam.store_id', '', true), set_config('ruam.user_id', '', true);
  select a.user_id, a.session_id, a.store_id into found_token
  from access_token a join user_session s on s.id = a.session_id
  where a.token_hash = token and a.expires_at > now() and s.revoked_at is null and s.expires_at > now();
  if not found then return; end if;

  if found_token.store_id is null then
    perform set_config('ruam.user_id', found_token.user_id::text, true);
    return query select found_token.user_id, found_token.session_id, null::int, '{}'::text[], '{}'::text[], null::text;
    return;
  end if;

  return query
    select m.user_id, found_token.session_id, m.store_id, array[r.name], r.permissions, agreement_status(m.store_id)
    from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
    where m.store_id = found_token.store_id and m.user_id = found_token.user_id and m.removed_at is null;
  if found then
    perform set_config('ruam.store_id', found_token.store_id::text, true),
            set_config('ruam.user_id', found_token.user_id::text, true);
  end if;
end $$;

create or replace function door.caller(token bytea)
returns table (user_id int, session_id bigint, store_id int, roles text[], permissions text[], dpa_status text)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return query
    select a.user_id, a.session_id, a.store_id,
      case when r.id is null then '{}' else array[r.name] end, coalesce(r.permissions, '{}'),
      case when a.store_id is not null then agreement_status(a.store_id) end
    from access_token a
      join user_session s on s.id = a.session_id
      left join store_member m on m.store_id = a.store_id and m.user_id = a.user_id and m.removed_at is null
      left join role r on r.store_id = m.store_id and r.id = m.role_id
    where a.token_hash = token and a.expires_at > now() and s.revoked_at is null and s.expires_at > now()
      and (a.store_id is null or r.id is not null);
end $$;

create or replace function door.enter_store(session bigint, person_id int, chosen_store int, access bytea, access_seconds int)
returns table (roles text[], permissions text[], dpa_status text)
language sql security definer set search_path = public, pg_temp
as $$
  with member as (
    select m.store_id, r.name, r.permissions
    from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id
    where m.store_id = chosen_store and m.user_id = person_id and m.removed_at is null
  ), token as (
    insert into access_token (token_hash, session_id, user_id, store_id, expires_at)
    select access, session, person_id, store_id, now() + make_interval(secs => access_seconds) from member
  )
  select array[name], permissions, agreement_status(member.store_id) from member
$$;

create or replace function door.still_in(sessions bigint[], stores int[])
returns table (session_id bigint, store_id int, roles text[], permissions text[], dpa_status text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.id, m.store_id, array[r.name], r.permissions, agreement_status(m.store_id)
  from unnest(sessions, stores) as asked (session_id, store_id)
  join user_session s on s.id = asked.session_id and s.revoked_at is null and s.expires_at > now()
  join store_member m on m.store_id = asked.store_id and m.user_id = s.user_id and m.removed_at is null
  join role r on r.store_id = m.store_id and r.id = m.role_id
$$;

-- The agreement in force, and how the current store stands to it.
create function door.agreement()
returns table (status text, version text, document jsonb, document_hash text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select agreement_status(current_store()), v.version, v.document, v.document_hash from dpa_document v order by v.id desc limit 1
$$;

-- Puts an agreement into force that was in none before. An older server that starts beside a newer one changes nothing.
create function door.publish_agreement(new_version text, new_document jsonb, new_hash text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into dpa_document (version, document, document_hash) values (new_version, new_document, new_hash)
  on conflict (version) do nothing;
  if not exists (select from dpa_document where version = new_version and document_hash = new_hash) then
    raise exception 'The agreement % was published with another text. Give the changed one another version.', new_version;
  end if;
end $$;

do $$
declare
  fn regprocedure;
begin
  foreach fn in array array['door.agreement()', 'door.publish_agreement(text, jsonb, text)']::regprocedure[] loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_door', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
