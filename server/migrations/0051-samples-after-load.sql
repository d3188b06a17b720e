-- The planner knows nothing of a table that has just been filled until a vacuum comes by: the first searches of a fresh store went
-- through all of its people. New samples of the tables that an import fills, where one has grown by a fifth since its last ones. Like the
-- search index's pending list they are the owner's to take, so this function takes nothing and answers nothing.
create function door.refresh_loaded() returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  target regclass;
begin
  for target in
    select oid from pg_class where oid in ('profile'::regclass, 'profile_key'::regclass, 'profile_label'::regclass, 'activity'::regclass)
      and pg_relation_size(oid) > 1.2 * 8192 * relpages order by relname
  loop
    execute format('analyze %s', target);
  end loop;
end $$;
revoke all on function door.refresh_loaded from public;
grant execute on function door.refresh_loaded to ruam_app;
