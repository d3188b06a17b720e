-- Fields that were closed to programs stay closed when a backup is restored (decision 50).

-- Trigger, at the end of the transaction, because a list may be written anew: a field is open to less than before. Arguments: the kind, and
-- the column and the table of what the list belongs to, if it is not the store's.
create function record_closed_field() returns trigger
language plpgsql
as $$
declare
  was jsonb := to_jsonb(old);
  owner_id int := case when tg_nargs > 1 then (was ->> tg_argv[1])::int end;
  is_there boolean;
  reads_now boolean := false;
  writes_now text;
  ranks constant text[] := '{fill,overwrite,true}';
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  if tg_nargs > 1 then
    execute format('select exists (select from public.%I where store_id = $1 and id = $2)', tg_argv[2])
      into is_there using old.store_id, owner_id;
    if not is_there then return null; end if;
    execute format('select reads, writes::text from public.%I where store_id = $1 and field_id = $2 and %I = $3', tg_table_name, tg_argv[1])
      into reads_now, writes_now using old.store_id, old.field_id, owner_id;
  else
    execute format('select reads, writes::text from public.%I where store_id = $1 and field_id = $2', tg_table_name)
      into reads_now, writes_now using old.store_id, old.field_id;
  end if;
  if (old.reads and not coalesce(reads_now, false))
    or coalesce(array_position(ranks, old.writes::text), 0) > coalesce(array_position(ranks, writes_now), 0) then
    perform auth.record_decision(tg_argv[0], old.store_id, jsonb_build_object(
      'field', old.field_id, 'of', owner_id, 'reads', coalesce(reads_now, false), 'writes', nullif(writes_now, 'false')));
  end if;
  return null;
end $$;

create constraint trigger record_decision_of_change after update on profile_api_field deferrable initially deferred for each row
  when (old.reads is distinct from new.reads or old.writes is distinct from new.writes)
  execute function record_closed_field('store_field_closed');
create constraint trigger record_decision_of_deletion after delete on profile_api_field deferrable initially deferred for each row
  execute function record_closed_field('store_field_closed');
create constraint trigger record_decision_of_change after update on credential_field deferrable initially deferred for each row
  when (old.reads is distinct from new.reads or old.writes is distinct from new.writes)
  execute function record_closed_field('key_field_closed', 'credential_id', 'credential');
create constraint trigger record_decision_of_deletion after delete on credential_field deferrable initially deferred for each row
  execute function record_closed_field('key_field_closed', 'credential_id', 'credential');
create constraint trigger record_decision_of_change after update on open_api_field deferrable initially deferred for each row
  when (old.reads is distinct from new.reads or old.writes is distinct from new.writes)
  execute function record_closed_field('open_api_field_closed', 'open_api_id', 'open_api');
create constraint trigger record_decision_of_deletion after delete on open_api_field deferrable initially deferred for each row
  execute function record_closed_field('open_api_field_closed', 'open_api_id', 'open_api');

create function decided_store_field_closed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update profile_api_field set reads = reads and (body ->> 'reads')::boolean, writes = writes and body ->> 'writes' is not null
  where store_id = of_store and field_id = (body ->> 'field')::int
$$;

create function decided_key_field_closed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update credential_field set reads = reads and (body ->> 'reads')::boolean,
    writes = case when body ->> 'writes' = 'overwrite' then writes when body ->> 'writes' = 'fill' and writes is not null then 'fill' end
  where store_id = of_store and field_id = (body ->> 'field')::int and credential_id = (body ->> 'of')::int
$$;

create function decided_open_api_field_closed(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update open_api_field set reads = reads and (body ->> 'reads')::boolean,
    writes = case when body ->> 'writes' = 'overwrite' then writes when body ->> 'writes' = 'fill' and writes is not null then 'fill' end
  where store_id = of_store and field_id = (body ->> 'field')::int and open_api_id = (body ->> 'of')::int
$$;

-- A sensitive field opens by its own tick alone.
create or replace function decided_field_sensitive(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update profile_field set sensitive = true, updated_at = clock_timestamp() where store_id = of_store and id = (body ->> 'field')::int;
  delete from profile_api_field where store_id = of_store and field_id = (body ->> 'field')::int;
  delete from credential_field where store_id = of_store and field_id = (body ->> 'field')::int;
  delete from open_api_field where store_id = of_store and field_id = (body ->> 'field')::int
$$;

revoke execute on function decided_store_field_closed(int, timestamptz, jsonb), decided_key_field_closed(int, timestamptz, jsonb),
  decided_open_api_field_closed(int, timestamptz, jsonb) from public;
