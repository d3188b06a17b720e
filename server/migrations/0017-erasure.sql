-- Who was erased, by the number they had; a restored backup that does not know of one has its erasure applied again.
create table erased_profile (
  store_id int not null references store,
  profile_id bigint not null,
  erased_at timestamptz not null default clock_timestamp(),
  primary key (store_id, profile_id)
);
select wall('erased_profile');

-- Whose the key was: two people may have shared a phone, and what the ledger says of somebody can be found for whoever asks with it.
alter table erasure add profile_id bigint not null;
alter table erasure drop constraint erasure_pkey;
alter table erasure add primary key (store_id, key_hash, profile_id);

-- The ledger still proves that a number said no, when nothing is left that says whose number it was.
alter table consent_entry drop constraint consent_entry_store_id_profile_id_fkey;

-- Rows of a run about people who asked to be forgotten; they are among the failed.
alter table run add erased int not null default 0;

-- Samples of values are kept for the planner as well. Only the tables' owner may take new ones, so this one function of the door
-- belongs to the owner; it takes nothing and tells nothing.
create function door.refresh_samples() returns void
language sql security definer set search_path = public, pg_temp
as $$
  analyze profile, profile_key, identity, profile_change, activity, run_record, run_profile, file, job, profile_view;
$$;
revoke all on function door.refresh_samples from public;
grant execute on function door.refresh_samples to ruam_app;
