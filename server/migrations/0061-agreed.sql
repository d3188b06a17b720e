-- Whether a store has accepted the agreement in force, asked by jobs also where no store is open.
create function door.is_agreed(of_store int) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select agreement_status(of_store) = 'found' $$;
revoke all on function door.is_agreed(int) from public;
alter function door.is_agreed(int) owner to ruam_door;
grant execute on function door.is_agreed(int) to ruam_app;
