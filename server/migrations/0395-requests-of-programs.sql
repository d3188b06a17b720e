-- Only ruam_auth sees the requests of all stores.
alter function auth.log_requests(jsonb, bytea[]) owner to ruam_auth;
alter function auth.purge_requests() owner to ruam_auth;
revoke all on function auth.log_requests(jsonb, bytea[]) from public;
revoke all on function auth.purge_requests() from public;
grant execute on function auth.log_requests(jsonb, bytea[]) to ruam_app;
grant execute on function auth.purge_requests() to ruam_app;

-- background: opens the requests of a program by time
create index concurrently if not exists program_request_time on program_request (store_id, credential_id, at, id);
-- background: finds requests that were refused, or had failed items
create index concurrently if not exists program_request_trouble on program_request (store_id, credential_id, at, id)
  where status >= 400 or failed > 0;
-- background: the index by time replaces it
drop index concurrently if exists program_request_credential;
