-- Fills the lists of stores that exist: reading keeps what was open, writing gets what programs wrote in the last 30 days.

-- Fills the lists of the store of the context.
create function pg_temp.open_program_fields(of_store int) returns void
language plpgsql
as $$
declare
  since timestamptz := now() - interval '30 days';
  -- Phone, e-mail, citizen and LINE id, prefix, first and last name in Thai and English; the match keys of the store are added.
  identity_fields int[] := array(
    select id from (values (1), (2), (3), (4), (5), (9), (10), (11), (20)) f (id)
    union select id from profile_field where store_id = of_store and match_key and formula is null);
  written int[];
begin
  create temp table known_field on commit drop as
    select id, id in (10, 19) as sensitive, false as computed, column_name from (values
      (1, 'first_name'), (2, 'last_name'), (3, 'first_name_en'), (4, 'last_name_en'), (5, 'prefix_name'),
      (6, 'workplace'), (7, 'workplace_en'), (8, 'birth_date'), (9, 'phone'), (10, 'citizen_id'), (11, 'email'),
      (12, 'gender'), (13, 'age'), (14, 'occupation'), (15, 'business_type'), (16, 'company'), (17, 'address'),
      (18, 'address_en'), (19, 'income'), (20, 'line_user_id'), (21, 'line_display_name'), (22, 'line_basic_id'),
      (23, 'amount')) as f (id, column_name)
    union all
    select f.id, f.sensitive or (f.formula ->> 'function' in ('age', 'days_since')
        and ((f.formula ->> 'field_id')::int in (10, 19) or exists (select from profile_field o
          where o.store_id = of_store and o.id = (f.formula ->> 'field_id')::int and o.sensitive))) is true,
      f.formula is not null, null
    from profile_field f where f.store_id = of_store;
  insert into profile_api_field (store_id, field_id, reads, writes)
  select of_store, k.id,
    case when k.sensitive then k.id = any(coalesce(p.opened_field_ids, '{}')) else k.id <> all(coalesce(p.hidden_field_ids, '{}')) end,
    not k.sensitive and not k.computed
  from known_field k left join profile_api p on p.store_id = of_store;

  -- Keys and tokens that sent profiles or activities.
  create temp table sender on commit drop as
    select distinct credential_id as id from receipt where store_id = of_store and at > since and kind in ('profiles', 'activities');
  -- Changes of profiles by programs.
  create temp table sent_change on commit drop as
    select r.profile_id, r.at, c.field::int as field_id
    from run join run_record r on r.store_id = of_store and r.run = run.id and r.at > since
      cross join lateral (
        select jsonb_object_keys(r.changes) as field where r.changes is not null) c
    where run.store_id = of_store and run.kind = 'stream' and c.field ~ '^\d+$';
  -- Values of profiles that programs added and nobody changed since. Some thousands of them name the fields that are in use.
  insert into sent_change
  select a.id, a.at, k.id
  from (
      select p.id, r.at, run.id as run, p.sources, p.custom, to_jsonb(p) as columns
      from run join run_record r on r.store_id = of_store and r.run = run.id and r.at > since and r.status = 'added'
        join profile p on p.store_id = of_store and p.id = r.profile_id and p.origin_run = run.id
      where run.store_id = of_store and run.kind = 'stream'
      order by run.id desc, r.record_no desc limit 20000) a
    join known_field k on coalesce(a.columns ->> k.column_name, a.custom ->> k.id::text) is not null
  where not a.sources ? k.id::text;
  written := array(select distinct c.field_id from sent_change c join known_field k on k.id = c.field_id and not k.sensitive and not k.computed);
  -- Sensitive fields that a receipt and a record show to be written by one credential alone.
  create temp table secret_change on commit drop as
    select c.profile_id, c.at, c.field_id
    from sent_change c join known_field k on k.id = c.field_id and k.sensitive and not k.computed;
  create temp table told on commit drop as
    select r.credential_id, r.done_at, (x.result ->> 'profile_id')::bigint as profile_id
    from receipt r cross join lateral jsonb_array_elements(r.results) as x (result)
    where r.store_id = of_store and r.done_at > since and exists (select from secret_change)
      and (x.result ->> 'profile_id')::bigint in (select profile_id from secret_change);
  create temp table surely on commit drop as
    select min(t.credential_id) as credential_id, c.field_id
    from secret_change c join told t on t.profile_id = c.profile_id and t.done_at >= c.at and t.done_at < c.at + interval '1 minute'
    group by c.profile_id, c.at, c.field_id having count(distinct t.credential_id) = 1;

  create temp table writer on commit drop as
    select c.id, c.kind, f.field_id
    from credential c
      cross join lateral (
        select unnest(case when c.id in (select id from sender) then written else identity_fields end) as field_id
        union select s.field_id from surely s where s.credential_id = c.id) f
      join known_field k on k.id = f.field_id and not k.computed
    where c.store_id = of_store and c.status <> 'revoked'
      and (not k.sensitive or exists (select from surely s where s.credential_id = c.id and s.field_id = k.id));
  update profile_api_field p set writes = true
  where p.store_id = of_store and exists (select from surely s where s.field_id = p.field_id);

  insert into credential_field (store_id, credential_id, field_id, reads, writes)
  select of_store, c.id, k.id, x.reads, x.writes
  from credential c cross join known_field k
    join profile_api_field p on p.store_id = of_store and p.field_id = k.id
    cross join lateral (
      select p.reads and 'profile:read' = any(c.scopes) and (not k.sensitive or 'profile-sensitive:read' = any(c.scopes)) as reads,
        case when 'profile:write' = any(c.scopes) and exists (select from writer w where w.id = c.id and w.field_id = k.id)
          then 'overwrite' end as writes) x
  where c.store_id = of_store and c.kind = 'key' and c.status <> 'revoked' and (x.reads or x.writes is not null);

  insert into open_api_field (store_id, open_api_id, field_id, reads, writes)
  select of_store, a.id, k.id, x.reads, x.writes
  from open_api a cross join known_field k
    cross join lateral (
      select k.id = any(a.field_ids) and (not k.sensitive or a.sensitive) as reads,
        case when a.calls && array['POST /open-api/v1/profiles', 'POST /open-api/v1/profiles/batch'] and exists (
          select from open_api_token t join writer w on w.id = t.token_id and w.field_id = k.id
          where t.store_id = of_store and t.open_api_id = a.id) then 'overwrite' end as writes) x
  where a.store_id = of_store and (x.reads or x.writes is not null);

  insert into notification (store_id, kind, ending, data)
  select of_store, 'program_fields', 'completed', jsonb_build_object(
    'reads', (select count(distinct field_id) from (
        select field_id, reads from credential_field where store_id = of_store
        union all select field_id, reads from open_api_field where store_id = of_store) l where reads),
    'writes', (select count(distinct field_id) from (
        select field_id, writes from credential_field where store_id = of_store
        union all select field_id, writes from open_api_field where store_id = of_store) l where writes is not null))
  where exists (select from credential c where c.store_id = of_store and c.status <> 'revoked');
  drop table known_field, sender, sent_change, secret_change, told, surely, writer;
end $$;

-- The owner of tables behind the wall sees none of their rows.
alter table store no force row level security;
do $$
declare
  of_store int;
begin
  for of_store in select store_id from store order by store_id loop
    perform set_config('ruam.store_id', of_store::text, true);
    perform pg_temp.open_program_fields(of_store);
  end loop;
  perform set_config('ruam.store_id', '', true);
end $$;
alter table store force row level security;
