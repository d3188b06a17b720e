-- Names that things of a store have had, so that the audit log shows each act with the names of its time. Kept beside
-- the log rather than in it: an erasure redacts names, and the log is only added to.
create table audit_name (
  store_id int not null references store,
  subject_type text not null,
  subject_id text not null,
  since timestamptz not null,
  name text not null,
  primary key (store_id, subject_type, subject_id, since)
);
select wall('audit_name');

-- Current name of a thing; null if it has none or is deleted.
create function current_name(of_store int, of_type text, of_id text) returns text
language sql stable
as $$
  select case
    when of_id !~ '^[1-9][0-9]{0,8}$' then null
    when of_type = 'user' then (select btrim(first_name || ' ' || last_name) from users where id = of_id::int)
    when of_type = 'role' then (select name from role where store_id = of_store and id = of_id::int)
    when of_type = 'label' then (select name from label where store_id = of_store and id = of_id::int)
    when of_type = 'store' then (select name from store where store_id = of_store)
    when of_type = 'profile_field' then (select display_name from profile_field where store_id = of_store and id = of_id::int)
    when of_type = 'activity_field' then (select display_name from activity_field where store_id = of_store and id = of_id::int)
    when of_type = 'activity_type' then (select name from activity_type where store_id = of_store and id = of_id::int)
    when of_type = 'consent_purpose' then (select name from consent_purpose where store_id = of_store and id = of_id::int)
    when of_type in ('channel', 'facebook_page') then (select name from channel where store_id = of_store and id = of_id::int)
    when of_type = 'data_source' then (select name from data_source where store_id = of_store and id = of_id::int)
    when of_type = 'file' then (select name from file where store_id = of_store and id = of_id::int)
    when of_type = 'export' then (select file_name from export where store_id = of_store and id = of_id::int)
    when of_type = 'invitation' then (select email from invitation where store_id = of_store and id = of_id::int)
    when of_type = 'broadcast' then (select name from broadcast where store_id = of_store and id = of_id::int)
    when of_type in ('api_key', 'api_token') then (select name from credential where store_id = of_store and id = of_id::int)
    when of_type = 'open_api' then (select name from open_api where store_id = of_store and id = of_id::int)
  end
$$;

-- Things that an act names: its author, its subject, and those in its details. Customers are not among them.
create function named_by_act(of_user int, of_type text, of_id text, of_details jsonb)
  returns table (word text, subject_type text, subject_id text)
language sql immutable
as $$
  select 'by', 'user', of_user::text where of_user is not null
  union all select 'thing', of_type, of_id where of_type <> 'profile' and of_id is not null
  union all select d.key, case when of_type = 'job' and d.key = 'field' then 'profile_field' else k.type end, d.value
  from jsonb_each_text(of_details) d
    join (values ('role_id', 'role'), ('role_id_before', 'role'), ('move_to', 'role'), ('field_id', 'profile_field'),
      ('field', 'activity_field'), ('purpose_id', 'consent_purpose'), ('channel', 'channel')) k (key, type) on k.key = d.key
  where d.value is not null
  union all select w.word, 'label', l.id
  from (values ('labels'), ('labels_taken')) w (word), string_to_table(of_details ->> w.word, ',') l (id)
$$;

-- Stores the names of an act's things where they differ from the last ones stored.
create function remember_names(of_store int, act_at timestamptz, of_user int, of_type text, of_id text, of_details jsonb)
  returns void
language sql volatile
as $$
  insert into audit_name (store_id, subject_type, subject_id, since, name)
  select of_store, n.subject_type, n.subject_id, act_at, n.name
  from (
    select distinct on (w.subject_type, w.subject_id) w.subject_type, w.subject_id,
      current_name(of_store, w.subject_type, w.subject_id) as name
    from named_by_act(of_user, of_type, of_id, of_details) w
  ) n
  where n.name is not null and n.name is distinct from (
    select a.name from audit_name a
    where a.store_id = of_store and a.subject_type = n.subject_type and a.subject_id = n.subject_id
    order by a.since desc limit 1)
  on conflict do nothing
$$;

-- Names of now for older acts.
insert into audit_name (store_id, subject_type, subject_id, since, name)
select t.store_id, t.type, t.id::text, 'epoch', t.name from (
  select store_id, 'role' as type, id, name from role
  union all select store_id, 'label', id, name from label
  union all select store_id, 'store', store_id, name from store
  union all select store_id, 'profile_field', id, display_name from profile_field
  union all select store_id, 'activity_field', id, display_name from activity_field
  union all select store_id, 'activity_type', id, name from activity_type
  union all select store_id, 'consent_purpose', id, name from consent_purpose
  union all select store_id, case type when 'facebook' then 'facebook_page' else 'channel' end, id, name from channel
  union all select store_id, 'data_source', id, name from data_source
  union all select store_id, 'file', id, name from file
  union all select store_id, 'export', id, file_name from export
  union all select store_id, 'broadcast', id, name from broadcast
  union all select store_id, case kind when 'key' then 'api_key' else 'api_token' end, id, name from credential
  union all select store_id, 'open_api', id, name from open_api
  union all select m.store_id, 'user', u.id, btrim(u.first_name || ' ' || u.last_name) from store_member m join users u on u.id = m.user_id
) t;
