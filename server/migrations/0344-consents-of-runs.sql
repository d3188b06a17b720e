-- Answers that files and items of programs brought. Runs that wrote the entry, or said the same while it was the newest; null: a
-- person, a program or a message did. An undo deletes the entry once no run stands behind it.
alter table consent_entry add column runs int[];
grant update (runs) on consent_entry to ruam_app;
grant select, delete on consent_entry to ruam_auth;

-- Counts of its consent columns, as {"0.granted": 12}.
alter table run add column consents jsonb not null default '{}';

-- True if a run alone stands behind an entry.
create function is_of_run_alone(runs int[], of_run int) returns boolean
language sql stable
as $$
  select of_run = any(runs) and not exists (
    select from unnest(runs) other (id) join run r on r.store_id = current_store() and r.id = other.id
    where other.id <> of_run and r.undone_at is null)
$$;

-- Deletes what a run alone said of people. The ledger is otherwise append-only.
create function auth.take_back_consents(of_run int, people bigint[])
returns table (profile_id bigint, purpose_id int, status text)
language sql security definer set search_path = public, pg_temp
as $$
  delete from consent_entry e
  where e.store_id = current_store() and e.profile_id = any(people) and e.runs is not null and is_of_run_alone(e.runs, of_run)
  returning e.profile_id, e.purpose_id, e.status
$$;
alter function auth.take_back_consents(int, bigint[]) owner to ruam_auth;
revoke all on function auth.take_back_consents(int, bigint[]) from public;
grant execute on function auth.take_back_consents(int, bigint[]) to ruam_app;
