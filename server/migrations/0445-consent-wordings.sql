-- Purposes have versions of their wording. A grant keeps the version and the evidence with which it was given.

alter table consent_purpose no force row level security;
create table consent_wording (
  store_id int not null,
  purpose_id int not null,
  version int not null check (version > 0),
  text_th text not null,
  text_en text not null default '',
  channels text[] not null,
  legal_basis text not null,
  -- Null: a draft.
  since timestamptz,
  until timestamptz,
  -- Grants of earlier versions no longer count.
  restarts boolean not null default false,
  started_by int,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, purpose_id, version),
  foreign key (store_id, purpose_id) references consent_purpose (store_id, id)
);
create unique index consent_wording_draft on consent_wording (store_id, purpose_id) where since is null;
create unique index consent_wording_used on consent_wording (store_id, purpose_id) where since is not null and until is null;
insert into consent_wording (store_id, purpose_id, version, text_th, channels, legal_basis, since)
select store_id, id, 1, description, '{line,email,sms,phone}', 'consent', created_at from consent_purpose;
select wall('consent_wording');
select opened_to_sql_logins('consent_wording');
alter table consent_purpose force row level security;

-- step: corrections of words
-- Former texts of versions whose words were corrected.
create table consent_correction (
  store_id int not null references store,
  id int generated always as identity,
  purpose_id int not null,
  version int not null,
  text_th text not null,
  text_en text not null,
  at timestamptz not null default clock_timestamp(),
  corrected_by int,
  primary key (store_id, id),
  foreign key (store_id, purpose_id, version) references consent_wording (store_id, purpose_id, version)
);
create index consent_correction_version on consent_correction (store_id, purpose_id, version);
select wall('consent_correction');
revoke update on consent_correction from ruam_app;

-- step: entries keep the version, the evidence, and whether a guardian spoke
alter table consent_entry
  -- Entries of before have version 1, and no evidence but their note.
  add column version int not null default 1,
  add column guardian boolean not null default false,
  -- How the answer was given, in ids and words of ours. Words about the person are in the note.
  add column evidence jsonb;

-- background: guardians' answers are few
create index concurrently if not exists consent_entry_guardian on consent_entry (store_id, purpose_id, profile_id, at desc) where guardian;

-- step: views of SQL logins read the setting of the age gate
select opened_to_sql_logins('privacy_setting');

-- step: the first purpose of a store has its wording
create or replace function add_first_purpose() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  -- FIRST_PURPOSE in contract/customers/consents.ts.
  with purpose as (
    insert into consent_purpose (store_id, name) values (new.store_id, 'ข่าวสารและโปรโมชัน') returning id)
  insert into consent_wording (store_id, purpose_id, version, text_th, channels, legal_basis, since)
  select new.store_id, id, 1, '', '{line,email,sms,phone}', 'consent', now() from purpose;
  return null;
end $$;
grant insert on consent_wording to ruam_auth;
create policy auth on consent_wording for insert to ruam_auth with check (true);
grant select on consent_purpose to ruam_auth;
create policy auth_reads on consent_purpose for select to ruam_auth using (true);

-- step: decisions of guardians, of new wordings and of the age gate survive a restored backup
create or replace function record_withdrawn_consents() returns trigger
language plpgsql
as $$
declare
  part record;
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  for part in
    select w.store_id, w.source, jsonb_agg(jsonb_build_array(w.profile_id, w.purpose_id, w.at)
      || case when w.guardian then '[true]' else '[]' end::jsonb) as entries
    from (select a.*, row_number() over (order by a.profile_id, a.purpose_id) / 1000 as nth from added a where a.status = 'withdrawn') w
    group by w.store_id, w.source, w.nth
  loop
    perform auth.record_decision('consent_withdrawn', part.store_id, jsonb_build_object('source', part.source, 'entries', part.entries));
  end loop;
  return null;
end $$;

create or replace function decided_consent_withdrawn(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  insert into consent_entry (store_id, profile_id, purpose_id, status, source, at, guardian)
  select of_store, p.id, c.id, 'withdrawn', case when body ->> 'source' in ('line', 'facebook', 'api_key') then body ->> 'source' else 'user' end,
    -- The newest entry counts, whatever the clocks said.
    greatest((e ->> 2)::timestamptz, newest.at + interval '1 microsecond'), coalesce((e ->> 3)::boolean, false)
  from jsonb_array_elements(body -> 'entries') e
  join profile p on p.store_id = of_store and p.id = (e ->> 0)::bigint
  join consent_purpose c on c.store_id = of_store and c.id = (e ->> 1)::int
  left join lateral (select n.status, n.at from consent_entry n
    where n.store_id = of_store and n.profile_id = p.id and n.purpose_id = c.id and n.guardian = coalesce((e ->> 3)::boolean, false)
    order by n.at desc, n.id desc limit 1) newest on true
  where newest.status is distinct from 'withdrawn';
  insert into line_stop (store_id, user_id)
  select distinct of_store, i.value from jsonb_array_elements(body -> 'entries') e
  join identity i on i.store_id = of_store and i.profile_id = (e ->> 0)::bigint and i.kind = 'line'
  where body ->> 'source' = 'line'
  on conflict (store_id, user_id) do update set lifted = '{}';
  update segment set wanted = wanted + 1
  where store_id = of_store and reads && array(select 'consent:' || (e ->> 1) from jsonb_array_elements(body -> 'entries') e)
$$;

create function record_restarted_consent() returns trigger
language plpgsql
as $$
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  perform auth.record_decision('consent_restarted', new.store_id, jsonb_build_object('purpose', new.purpose_id, 'version', new.version,
    'text_th', new.text_th, 'text_en', new.text_en, 'channels', new.channels, 'legal_basis', new.legal_basis));
  return null;
end $$;
create trigger record_decision after update on consent_wording for each row
  when (old.since is null and new.since is not null and new.restarts) execute function record_restarted_consent();

create function decided_consent_restarted(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update consent_wording set until = decided_at
  where store_id = of_store and purpose_id = (body ->> 'purpose')::int and since is not null and until is null
    and version < (body ->> 'version')::int;
  insert into consent_wording (store_id, purpose_id, version, text_th, text_en, channels, legal_basis, since, restarts)
  select of_store, p.id, (body ->> 'version')::int, body ->> 'text_th', body ->> 'text_en',
    array(select jsonb_array_elements_text(body -> 'channels')), body ->> 'legal_basis', decided_at, true
  from consent_purpose p where p.store_id = of_store and p.id = (body ->> 'purpose')::int
  on conflict (store_id, purpose_id, version) do update set text_th = excluded.text_th, text_en = excluded.text_en,
    channels = excluded.channels, legal_basis = excluded.legal_basis, since = excluded.since, restarts = true
    where consent_wording.since is null;
  update segment set wanted = wanted + 1
  where store_id = of_store and reads && array['consent:' || (body ->> 'purpose')]
$$;

-- step: the age gate that was turned on after a backup stays on
create trigger record_decision after insert on privacy_setting for each row
  when (new.age_gate) execute function record_decision('age_gate_on');
create trigger record_decision_of_change after update on privacy_setting for each row
  when (new.age_gate and not old.age_gate) execute function record_decision('age_gate_on');

create function decided_age_gate_on(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  insert into privacy_setting (store_id, age_gate) values (of_store, true)
  on conflict (store_id) do update set age_gate = true, updated_at = clock_timestamp() where not privacy_setting.age_gate;
  update segment s set wanted = wanted + 1
  where store_id = of_store and exists (select from unnest(s.reads) key where key ^@ 'consent:')
$$;
