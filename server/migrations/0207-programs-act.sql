-- The API key or API token that recorded a consent.
alter table consent_entry add column if not exists credential_id int;

-- Stores with an active credential that ends within so many days and of whose end they were not warned.
create function auth.stores_with_ending_credentials(days int) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct c.store_id from credential c join store s on s.store_id = c.store_id and s.deleted_at is null
  where c.status = 'active' and c.expires_at > now() and c.expires_at <= now() + make_interval(days => days)
    and c.warned_for is distinct from c.expires_at
$$;
revoke all on function auth.stores_with_ending_credentials(int) from public;
alter function auth.stores_with_ending_credentials(int) owner to ruam_auth;
grant execute on function auth.stores_with_ending_credentials(int) to ruam_app;
