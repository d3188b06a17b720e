-- An automation that was paused or stopped after a backup stays so when the backup is restored.

create trigger record_decision_of_end after update on automation for each row
  when (old.status <> new.status and new.status in ('paused', 'stopped'))
  execute function record_decision('automation_ended', 'automation', 'id', 'status', 'status');

create function decided_automation_ended(of_store int, decided_at timestamptz, body jsonb) returns void
language plpgsql
as $$
declare
  of_automation int := (body ->> 'automation')::int;
begin
  if body ->> 'status' = 'paused' then
    update automation set status = 'paused', reason = 'restored', paused_at = decided_at, updated_at = clock_timestamp()
    where store_id = of_store and id = of_automation and status = 'active';
    return;
  end if;
  update automation set status = 'stopped', reason = null, stopped_at = decided_at, pending_start = null, updated_at = clock_timestamp()
  where store_id = of_store and id = of_automation and status in ('active', 'paused', 'awaiting_approval');
  with ended as (
    update automation_run set step = null, due_at = null, waits_for = null, ended_at = decided_at, end_reason = 'stopped', acts = acts + 1
    where store_id = of_store and automation_id = of_automation and ended_at is null
    returning id, profile_id, acts
  )
  insert into automation_act (store_id, run_id, nth, automation_id, profile_id, at, kind, outcome)
  select of_store, id, acts, of_automation, profile_id, decided_at, 'ended', 'stopped' from ended;
end $$;
