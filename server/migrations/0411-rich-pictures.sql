-- Pictures of rich messages: one name, with a file for each width that LINE asks for.
alter table media add column width int;
drop index media_name;
create unique index media_name on media (name, width) nulls not distinct;

-- The previous version asks without a width.
drop function auth.media(text);
create function auth.media(file text, across int default null) returns table (storage_key text, content_type text, size int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.storage_key, m.content_type, m.size
  from media m join store s on s.store_id = m.store_id and s.deleted_at is null
  where m.name = file and m.width is not distinct from across
$$;
alter function auth.media(text, int) owner to ruam_auth;
revoke all on function auth.media(text, int) from public;
grant execute on function auth.media(text, int) to ruam_app;
