-- Deletes files that no broadcast has named for a day, and returns their keys. Flex messages name their pictures within their JSON.
create or replace function auth.purge_media() returns setof text
language sql security definer set search_path = public, pg_temp
as $$
  with named as materialized (
    select b.store_id, part.name
    from broadcast b, jsonb_array_elements(b.messages) message, lateral (values (message ->> 'name'), (message ->> 'preview_name')) part (name)
    where part.name is not null
    union all
    select b.store_id, found.name[1]
    from broadcast b cross join lateral jsonb_array_elements(b.messages) message
      cross join lateral regexp_matches(message ->> 'contents', '/media/([A-Za-z0-9_-]{43})', 'g') found (name)
    where message ->> 'type' = 'flex'
  )
  delete from media m where m.used_at < clock_timestamp() - interval '1 day'
    and not exists (select from named where named.store_id = m.store_id and named.name = m.name)
  returning m.storage_key
$$;
