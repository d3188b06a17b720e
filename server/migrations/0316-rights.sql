-- Owners and rights of functions, for those of all wings.

-- Functions of schema auth belong to ruam_auth and are the application's. Those named here do what only the owner of the
-- tables may do.
do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'auth'::regnamespace loop
    execute format('revoke all on function %s from public', fn);
    if fn::text !~ '^auth\.(remove_store|flush_search|refresh_samples|refresh_loaded|refresh_statistics)\(' then
      execute format('alter function %s owner to ruam_auth', fn);
    end if;
    execute format('grant execute on function %s to ruam_app', fn);
  end loop;
end $$;
-- Passwords are reset from the command line, by the owner of the database.
revoke execute on function auth.set_password from ruam_app;
-- Called by triggers alone.
revoke execute on function auth.tell_servers from ruam_app;

-- Decisions are applied by the owner of the tables alone.
do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and (p.proname ~ '^decided_' or p.proname in ('is_last_owner', 'settle_sent'))
  loop
    execute format('revoke execute on function %s from public', fn);
  end loop;
end $$;
