-- What people have spent of their budgets of calls, added up over all processes: see core/call-limits.ts. Written once a second by each of
-- them, and worth nothing after a crash.
create unlogged table call_budget (
  user_id int not null references users on delete cascade,
  budget text not null,
  -- When it is whole again.
  whole_at timestamptz not null,
  primary key (user_id, budget)
);

grant select, insert, update, delete on call_budget to ruam_door;

-- Adds what a process has let people spend, in milliseconds of budget, and answers how far ahead of it everybody of them is.
create function door.spend(people int[], budgets text[], spent_ms int[]) returns table (user_id int, budget text, ahead_ms int)
language sql security definer set search_path = public, pg_temp
as $$
  insert into call_budget as b (user_id, budget, whole_at)
  select s.person, s.budget, now() + s.ms * interval '1 millisecond'
  from unnest(people, budgets, spent_ms) as s (person, budget, ms)
  where exists (select from users u where u.id = s.person)
  -- One order of locks for all processes.
  order by s.person, s.budget
  on conflict on constraint call_budget_pkey do update
    set whole_at = greatest(b.whole_at, now()) + (excluded.whole_at - now())
  returning b.user_id, b.budget, (extract(epoch from b.whole_at - now()) * 1000)::int
$$;
revoke all on function door.spend from public;
alter function door.spend owner to ruam_door;
grant execute on function door.spend to ruam_app;
