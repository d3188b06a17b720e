-- Keys that write profiles recorded consents too. That is a scope of its own now, which they keep. An open API opens it by its call.

alter table credential no force row level security;
alter table open_api no force row level security;
alter table notification no force row level security;

update credential set scopes = scopes || '{consent:write}'
where kind = 'key' and status <> 'revoked' and 'profile:write' = any(scopes) and not 'consent:write' = any(scopes);

insert into notification (store_id, kind, ending, data)
select store_id, 'program_consents', 'completed', jsonb_build_object('keys', count(*) filter (where is_key), 'apis', count(*) filter (where not is_key))
from (
  select store_id, true as is_key from credential where kind = 'key' and status <> 'revoked' and expires_at > now() and 'consent:write' = any(scopes)
  union all
  select store_id, false from open_api where 'POST /open-api/v1/profiles/{id}/consents' = any(calls)) programs
group by store_id;

alter table notification force row level security;
alter table open_api force row level security;
alter table credential force row level security;
