-- A new store has one purpose of consent, so that its first broadcast can be written at once. Older stores are offered it.

create function add_first_purpose() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  -- FIRST_PURPOSE in contract/customers/privacy.ts.
  insert into consent_purpose (store_id, name) values (new.store_id, 'ข่าวสารและโปรโมชัน');
  return null;
end $$;
revoke all on function add_first_purpose() from public;
grant insert on consent_purpose to ruam_auth;
create policy auth on consent_purpose for insert to ruam_auth with check (true);

-- Stores are made by functions of schema auth. The owner only copies and restores them, with their purposes.
create trigger add_first_purpose after insert on store for each row
  when (current_user = 'ruam_auth') execute function add_first_purpose();
