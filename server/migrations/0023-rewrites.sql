-- Tables that held something of somebody who was erased, and whose pages still do until they are rewritten.
create table rewrite (
  table_name text primary key,
  -- The newest erasure that took something out of it, and the one up to which it has been rewritten.
  wanted_at timestamptz not null,
  rewritten_at timestamptz
);
grant select, insert, update on rewrite to ruam_door;

-- Asks for the rewrite of tables with the caller's transaction.
create function door.want_rewrite(tables text[]) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into rewrite as r (table_name, wanted_at) select t, clock_timestamp() from unnest(tables) t order by t
  on conflict (table_name) do update set wanted_at = greatest(excluded.wanted_at, r.wanted_at + interval '1 microsecond')
$$;
revoke all on function door.want_rewrite from public;
alter function door.want_rewrite owner to ruam_door;
grant execute on function door.want_rewrite to ruam_app;
