-- Reads a chunk's people by the index of chunks alone: with `profile_id is not null` and their order in one query, the planner
-- may go through all people of the broadcast in the order of `broadcast_recipient_person`.
create or replace function record_called_chunk() returns trigger
language plpgsql
as $$
begin
  if current_user = (select pg_get_userbyid(c.relowner) from pg_class c where c.oid = tg_relid) then return null; end if;
  perform auth.record_decision('message_called', new.store_id,
    jsonb_build_object('broadcast', new.broadcast_id, 'chunk', new.id, 'key', new.retry_key, 'people', coalesce((
      select jsonb_agg(c.profile_id order by c.profile_id) filter (where c.profile_id is not null) from (
        select r.profile_id from public.broadcast_recipient r
        where r.store_id = new.store_id and r.broadcast_id = new.broadcast_id and r.chunk = new.id offset 0) c), '[]')));
  return null;
end $$;
