-- A stop belongs to the LINE user who said it, and an answer goes where the user id goes that it came from.

-- LINE users who asked to get nothing more, whichever customer they are now or later.
create table line_stop (
  store_id int not null references store,
  user_id text not null,
  at timestamptz not null default clock_timestamp(),
  -- Purposes that the customer has agreed to since.
  lifted int[] not null default '{}',
  primary key (store_id, user_id)
);
select wall('line_stop');

-- User id that an answer came from; null: given by staff or a program, or erased.
alter table consent_entry add column external_id text;
grant update (external_id) on consent_entry to ruam_app;

-- Phrases of the store that mean a stop, in addition to those that every store has.
alter table channel add column stop_phrases text[] not null default '{}';

-- The event is a stop, read when it came: senders leave its user out before it is applied.
alter table inbox add column stops boolean not null default false;
create index inbox_stops on inbox (store_id, log_id) where stops;

-- Answers of customers with one user id came from it, and those that said no have stopped. The owner of tables behind the wall sees no
-- rows without a store.
alter table store no force row level security;
do $$
declare
  of_store int;
begin
  for of_store in select store_id from store where deleted_at is null order by store_id loop
    perform set_config('ruam.store_id', of_store::text, true);
    update consent_entry e set external_id = i.value
    from (select profile_id, kind, min(value) as value from identity
      where store_id = of_store group by 1, 2 having count(distinct value) = 1) i
    where e.store_id = of_store and e.source in ('line', 'facebook') and e.profile_id = i.profile_id and e.source = i.kind;
    insert into line_stop (store_id, user_id, at, lifted)
    select of_store, i.value, max(newest.at) filter (where newest.status = 'withdrawn'),
      coalesce(array_agg(distinct newest.purpose_id) filter (where newest.status = 'granted'), '{}')
    from identity i
    join (select distinct on (profile_id, purpose_id) profile_id, purpose_id, status, source, at from consent_entry
      where store_id = of_store order by profile_id, purpose_id, at desc, id desc) newest on newest.profile_id = i.profile_id
    where i.store_id = of_store and i.kind = 'line'
    group by i.value having bool_or(newest.status = 'withdrawn' and newest.source = 'line');
  end loop;
  perform set_config('ruam.store_id', '', true);
end $$;
alter table store force row level security;

-- Withdrawals that came from LINE are stops of the ids that their customers have.
create or replace function decided_consent_withdrawn(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  insert into consent_entry (store_id, profile_id, purpose_id, status, source, at)
  select of_store, p.id, c.id, 'withdrawn', case when body ->> 'source' in ('line', 'facebook', 'api_key') then body ->> 'source' else 'user' end,
    -- The newest entry counts, whatever the clocks said.
    greatest((e ->> 2)::timestamptz, newest.at + interval '1 microsecond')
  from jsonb_array_elements(body -> 'entries') e
  join profile p on p.store_id = of_store and p.id = (e ->> 0)::bigint
  join consent_purpose c on c.store_id = of_store and c.id = (e ->> 1)::int
  left join lateral (select n.status, n.at from consent_entry n
    where n.store_id = of_store and n.profile_id = p.id and n.purpose_id = c.id order by n.at desc, n.id desc limit 1) newest on true
  where newest.status is distinct from 'withdrawn';
  insert into line_stop (store_id, user_id)
  select distinct of_store, i.value from jsonb_array_elements(body -> 'entries') e
  join identity i on i.store_id = of_store and i.profile_id = (e ->> 0)::bigint and i.kind = 'line'
  where body ->> 'source' = 'line'
  on conflict (store_id, user_id) do update set lifted = '{}';
  update segment set wanted = wanted + 1
  where store_id = of_store and reads && array(select 'consent:' || (e ->> 1) from jsonb_array_elements(body -> 'entries') e)
$$;
