-- Passkeys, recovery codes and required second factors stay decided when a backup is restored (decisions 50 and 85).

-- Trigger: a passkey was added or removed. `last`: the person has none any more.
create function record_passkey() returns trigger
language plpgsql
as $$
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  if tg_op = 'INSERT' then
    perform auth.record_decision('passkey_added', null, jsonb_build_object('user', new.user_id, 'passkey', new.id));
  else
    perform auth.record_decision('passkey_removed', null, jsonb_build_object('user', old.user_id, 'passkey', old.id,
      'last', not exists (select from public.passkey where user_id = old.user_id)));
  end if;
  return null;
end $$;
create trigger record_decision after insert or delete on passkey for each row execute function record_passkey();
-- step: a trigger of recovery codes
create trigger record_decision after delete on recovery_code for each row
  execute function record_decision('recovery_code_ended', 'code', 'id');

-- step: a trigger of stores
create trigger record_decision_of_factor after update on store for each row
  when (new.second_factor_from is not null and old.second_factor_from is distinct from new.second_factor_from)
  execute function record_decision('second_factor_required', 'from', 'second_factor_from');

-- step: functions
-- Closes an account whose passkeys the backup lacks: a password alone must not open it. A link by mail or
-- `npm run reset-password` does, and the first sign-in adds a passkey.
create function passkey_lost(person_id int, decided_at timestamptz) returns void
language sql
as $$
  select decided_password_changed(null, decided_at, jsonb_build_object('user', person_id));
  update users set passkey_wanted = true where id = person_id
$$;

create function decided_passkey_added(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  select passkey_lost((body ->> 'user')::int, decided_at)
  where not exists (select from passkey where user_id = (body ->> 'user')::int)
$$;

create function decided_passkey_removed(of_store int, decided_at timestamptz, body jsonb) returns void
language plpgsql
as $$
begin
  delete from passkey where id = (body ->> 'passkey')::int;
  if exists (select from passkey where user_id = (body ->> 'user')::int) then return; end if;
  if (body ->> 'last')::boolean then
    update users set passkey_wanted = false where id = (body ->> 'user')::int;
  else
    perform passkey_lost((body ->> 'user')::int, decided_at);
  end if;
end $$;

create function decided_recovery_code_ended(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$ delete from recovery_code where id = (body ->> 'code')::int $$;

create function decided_second_factor_required(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update store set second_factor_from = (body ->> 'from')::timestamptz
  where store_id = of_store and (second_factor_from is null or second_factor_from > (body ->> 'from')::timestamptz)
$$;

do $$
declare
  fn regprocedure;
begin
  for fn in select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname in ('passkey_lost', 'decided_passkey_added', 'decided_passkey_removed',
      'decided_recovery_code_ended', 'decided_second_factor_required')
  loop
    execute format('revoke execute on function %s from public', fn);
  end loop;
end $$;
