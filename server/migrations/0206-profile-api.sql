-- The profile API: fields that programs read, and one read-only SQL login for each store (decision 62).

create table profile_api (
  store_id int primary key references store,
  -- Fields without sensitive values that no API key and no SQL login reads.
  hidden_field_ids int[] not null default '{}',
  -- Sensitive fields that the SQL login reads.
  opened_field_ids int[] not null default '{}',
  updated_at timestamptz not null default clock_timestamp()
);
select wall('profile_api');

-- The login that a store wants. The owner of the database makes its role and its views from this row, and removes them without it.
create table sql_login (
  store_id int primary key references store,
  -- Name of the role and of the schema with its views. The store's id is part of it, which login_store() reads.
  role_name text not null,
  -- SCRAM-SHA-256 verifier of the password, which is shown once and stored nowhere.
  verifier text not null check (verifier ~ '^SCRAM-SHA-256\$\d+:[A-Za-z0-9+/=]+\$[A-Za-z0-9+/=]+:[A-Za-z0-9+/=]+$'),
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  password_at timestamptz not null default clock_timestamp(),
  -- True once the role has this password.
  password_set boolean not null default false,
  -- Version of the store's names of which the views were made; null before the first time.
  views_version bigint,
  failure text check (failure in ('unsafe', 'failed')),
  constraint sql_login_role_name check (role_name ~ ('^ruam_sql_' || store_id::text || '_[a-z0-9]{10}$'))
);
select wall('sql_login');

-- The owner is a member of ruam_auth, and so sees the logins of all stores.
grant select, update, delete on sql_login to ruam_auth;
create policy auth on sql_login to ruam_auth using (true) with check (true);
grant select on names_version to ruam_auth;
create policy auth on names_version for select to ruam_auth using (true);

-- Store of the SQL login that runs the statement; null for every other role.
create function login_store() returns int
language sql stable parallel safe
return substring(current_user::text from '^ruam_sql_([0-9]{1,10})_[a-z0-9]{10}$')::int;

-- Lets views for SQL logins read a table. The restrictive policy is a second wall beside the condition of each view: the setting
-- ruam.store_id, which a login can change, opens nothing. The owner is a member of ruam_views, and stays behind the wall of stores.
create function opened_to_sql_logins(target regclass) returns void
language plpgsql
as $$
begin
  execute format('grant select on %s to ruam_views', target);
  execute format('create policy sql_login on %s for select to ruam_views using (store_id = login_store())', target);
  execute format('create policy sql_login_wall on %s as restrictive for select to ruam_views
    using (login_store() is null or store_id = login_store())', target);
end $$;

select opened_to_sql_logins(t::regclass) from unnest(array[
  'store', 'profile', 'label', 'profile_label', 'activity_type', 'activity', 'consent_purpose', 'consent_entry']) t;

revoke all on function opened_to_sql_logins from public;

-- Every role may listen to every channel and notify it, so the channel of pushed events has a name that SQL logins cannot know.
create table push_channel (name text primary key);
insert into push_channel values ('ruam_push_' || replace(gen_random_uuid()::text, '-', ''));
grant select on push_channel to ruam_auth;

create function auth.push_channel() returns text
language sql stable security definer set search_path = public, pg_temp
as $$ select name from push_channel $$;
revoke all on function auth.push_channel from public;
alter function auth.push_channel owner to ruam_auth;
grant execute on function auth.push_channel to ruam_app;
