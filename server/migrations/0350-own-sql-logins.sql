-- Roles of SQL logins belong to a cluster. A copy of the database in the same cluster may not end those of the original.

-- True if the role may connect to this database by a grant of its own, as each of its SQL logins may.
create function is_own_login(role name) returns boolean
language sql stable set search_path = pg_catalog, pg_temp
as $$
  select exists (select from pg_database d, aclexplode(d.datacl) a join pg_roles r on r.oid = a.grantee
    where d.datname = current_database() and r.rolname = role)
$$;
revoke all on function is_own_login(name) from public;

create or replace function decided_sql_login_ended(of_store int, decided_at timestamptz, body jsonb) returns void
language plpgsql
as $$
begin
  delete from sql_login where store_id = of_store and role_name = body ->> 'role';
  if body ->> 'role' ~ '^ruam_sql_' and is_own_login((body ->> 'role')::name) then
    execute format('alter role %I nologin', body ->> 'role');
  end if;
end $$;
