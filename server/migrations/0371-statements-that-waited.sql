-- A statement of schema auth that waited for a move to end sees the stores as they were before it waited: it would write
-- in the copy that the move closed, where nobody reads it.

create function left_since(known int[]) returns boolean
language plpgsql set search_path = public, pg_temp
as $$ begin return exists (select from store_closed where state = 'moved' and store <> all(known)); end $$;
revoke all on function left_since(int[]) from public;
grant execute on function left_since(int[]) to ruam_auth;

-- Stable: its own statements see what the statement that fires it sees. The functions that it calls see what is there now.
create or replace function refuse_closed() returns trigger
language plpgsql stable
as $$
begin
  if current_user = 'ruam_auth' then
    if current_setting('ruam.waited', true) is distinct from 'yes' then
      perform auth.wait_for_moves();
      if left_since(array(select store from public.store_closed where state = 'moved')) then
        raise exception 'closed store' using errcode = 'RU002', detail = 'held';
      end if;
    end if;
  elsif current_setting('ruam.writes', true) is distinct from current_setting('ruam.store_id', true) and current_user <> tg_argv[0] then
    perform auth.write_here();
  end if;
  return null;
end $$;
