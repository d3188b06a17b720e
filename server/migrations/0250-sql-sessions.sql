-- Sessions of SQL logins, in place of traces of what they read.
create table sql_session (
  store_id int not null,
  id bigint generated always as identity,
  role_name text not null,
  pid int not null,
  began_at timestamptz not null,
  -- The last time that it was seen; the end of a session that is over.
  seen_at timestamptz not null,
  ended_at timestamptz,
  address text,
  -- Fields with sensitive values that the views showed.
  field_ids int[] not null,
  primary key (store_id, id)
);
create unique index sql_session_process on sql_session (store_id, role_name, pid, began_at);
create index sql_session_open on sql_session (store_id) where ended_at is null;
select wall('sql_session');
revoke insert, update, delete on sql_session from ruam_app;
-- The owner is a member of ruam_auth, and so writes for all stores.
create policy auth on sql_session to ruam_auth using (true) with check (true);
grant select, insert, update on sql_session to ruam_auth;

-- Fields with sensitive values in the views of the login.
alter table sql_login add column sensitive_field_ids int[] not null default '{}';
