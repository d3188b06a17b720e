-- A restored backup that lacks a call for everyone does not repeat it: LINE may have accepted that.
-- Outcome of such a call; null: none was made, or LINE refused it.
alter table broadcast add column called_before text check (called_before in ('accepted', 'unknown'));

-- step: calls for everyone and their outcomes are decisions, recorded before the call
create trigger record_decision_of_call_for_all after update on broadcast_chunk for each row
  when (new.everyone and old.tries = 0 and new.tries > 0)
  execute function record_decision('everyone_called', 'broadcast', 'broadcast_id');
create trigger record_decision_of_outcome_for_all after update on broadcast_chunk for each row
  when (new.everyone and old.status <> new.status)
  execute function record_decision('everyone_ended', 'broadcast', 'broadcast_id', 'outcome', 'status');

create function decided_everyone_called(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update broadcast set called_before = 'unknown' where store_id = of_store and id = (body ->> 'broadcast')::int
$$;

create function decided_everyone_ended(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update broadcast set called_before = case when body ->> 'outcome' in ('accepted', 'unknown') then body ->> 'outcome' end
  where store_id = of_store and id = (body ->> 'broadcast')::int
$$;
