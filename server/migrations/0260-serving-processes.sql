-- Processes that serve requests, each noted once a second. Worthless after a crash, hence unlogged.
create unlogged table serving_process (
  id uuid primary key,
  seen_at timestamptz not null
);
grant select, insert, update, delete on serving_process to ruam_auth;

-- Notes a process that serves requests. Returns how many others do. A killed one counts for 5 seconds.
create function auth.note_serving(process uuid) returns int
language sql security definer set search_path = public, pg_temp
as $$
  with gone as (delete from serving_process where seen_at < now() - interval '1 hour' and id <> process),
  mine as (
    insert into serving_process as s (id, seen_at) values (process, now())
    on conflict on constraint serving_process_pkey do update set seen_at = excluded.seen_at)
  select count(*)::int from serving_process where id <> process and seen_at > now() - interval '5 seconds'
$$;

do $$
declare
  fn constant regprocedure := 'auth.note_serving(uuid)';
begin
  execute format('revoke all on function %s from public', fn);
  execute format('alter function %s owner to ruam_auth', fn);
  execute format('grant execute on function %s to ruam_app', fn);
end $$;
