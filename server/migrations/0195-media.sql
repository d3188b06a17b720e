-- Public files that messages show, each under a name of 256 random bits.
create table media (
  store_id int not null references store,
  id int generated always as identity,
  name text not null,
  storage_key text not null,
  content_type text not null,
  -- Bytes.
  size int not null,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  -- When a broadcast named it last. A save that names it changes this, so that a purge of the same moment spares it.
  used_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index media_name on media (name);
select wall('media');
grant select, delete on media to ruam_auth;
create policy auth on media to ruam_auth using (true);

create function auth.media(file text) returns table (storage_key text, content_type text, size int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.storage_key, m.content_type, m.size
  from media m join store s on s.store_id = m.store_id and s.deleted_at is null where m.name = file
$$;

-- Deletes files that no broadcast has named for a day, and returns their keys.
create function auth.purge_media() returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  with named as materialized (
    select b.store_id, part.name
    from broadcast b, jsonb_array_elements(b.messages) message, lateral (values (message ->> 'name'), (message ->> 'preview_name')) part (name)
    where part.name is not null
  )
  delete from media m where m.used_at < clock_timestamp() - interval '1 day'
    and not exists (select from named where named.store_id = m.store_id and named.name = m.name)
  returning m.storage_key
$$;

do $$
declare fn regprocedure;
begin
  foreach fn in array array['auth.media(text)', 'auth.purge_media()']::regprocedure[] loop
    execute format('revoke all on function %s from public', fn);
    execute format('alter function %s owner to ruam_auth', fn);
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;

-- LINE's figures of a broadcast as a whole, {opened, clicked}, and when LINE was asked.
alter table broadcast add column statistics jsonb, add column statistics_at timestamptz;
