-- Names of LINE and Facebook users are asked for by a job of their own: the events of a store wait for nobody's answer.

-- Next time to ask for the name of a friend; null: known, or not asked for.
alter table channel_friend add column name_at timestamptz;
-- Times that the name was asked for. The pause grows with them.
alter table channel_friend add column name_tries int not null default 0;
create index channel_friend_name on channel_friend (store_id, name_at) where name_at is not null;
grant select on channel_friend to ruam_auth;
create policy auth on channel_friend for select to ruam_auth using (true);

-- Stores with friends whose name is due and whose account can be asked.
create function auth.stores_with_names() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct f.store_id from channel_friend f
  join channel c on c.store_id = f.store_id and c.id = f.channel_id and c.status = 'active'
  where f.name_at <= now()
$$;
alter function auth.stores_with_names owner to ruam_auth;
revoke all on function auth.stores_with_names from public;
grant execute on function auth.stores_with_names to ruam_app;

-- Customers who stayed without a name are asked for within the hour. The owner of tables behind the wall sees no rows without a store.
alter table store no force row level security;
do $$
declare
  of_store int;
begin
  for of_store in select store_id from store where deleted_at is null order by store_id loop
    perform set_config('ruam.store_id', of_store::text, true);
    update channel_friend f set name_at = clock_timestamp() + random() * interval '1 hour'
    from profile p
    where f.store_id = of_store and f.profile_id is not null and f.status = 'friend'
      and p.store_id = of_store and p.id = f.profile_id and p.deleted_at is null and p.merged_into is null
      and case when f.channel_type = 'facebook' then p.first_name is null and p.last_name is null else p.line_display_name is null end;
  end loop;
  perform set_config('ruam.store_id', '', true);
end $$;
alter table store force row level security;
