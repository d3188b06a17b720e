-- Leaks of data: what leaked, whom it reached, and what was decided within 72 hours. Rows stay when customers are erased.

create table incident (
  store_id int not null,
  id int generated always as identity,
  title text not null,
  kind text not null check (kind in ('person', 'program', 'export', 'sql', 'webhook', 'backup')),
  -- User, credential, export or webhook. 1 for what a store has one of.
  subject_id int not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- Start of the 72 hours.
  known_at timestamptz not null,
  -- Words of staff for the regulator.
  cause text not null default '',
  contact text not null default '',
  measures text not null default '',
  consequences text not null default '',
  -- People and fields as computed from the sentence.
  exposure jsonb not null default '{}',
  computed_at timestamptz not null default clock_timestamp(),
  decision text check (decision in ('notify', 'no_risk')),
  decision_reason text not null default '',
  decided_at timestamptz,
  decided_by int,
  -- When staff wrote to the regulator.
  notified_at timestamptz,
  notified_by int,
  late_reason text not null default '',
  closed_at timestamptz,
  closed_by int,
  lesson text not null default '',
  -- Hours before the end at which the store was last reminded.
  reminded int,
  created_at timestamptz not null default clock_timestamp(),
  created_by int,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create index incident_open on incident (store_id, known_at) where closed_at is null;
select wall('incident');
grant select on incident to ruam_auth;
create policy auth on incident for select to ruam_auth using (true);

-- People of an incident, frozen with it. The ids of erased customers stay, without a name.
create table incident_person (
  store_id int not null,
  incident_id int not null,
  profile_id bigint not null,
  -- False: only the right existed.
  certain boolean not null,
  -- Fields of recorded answers. Those of a right are equal for all people, and are kept in the incident.
  field_ids int[] not null default '{}',
  -- Last hour of a recorded answer.
  hour timestamptz,
  primary key (store_id, incident_id, profile_id),
  foreign key (store_id, incident_id) references incident (store_id, id) on delete cascade
);
select wall('incident_person');

-- Stores with an incident whose 72 hours still run, or ended without a reminder.
create function auth.stores_with_running_incidents() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct store_id from incident
  where closed_at is null and notified_at is null and decision is distinct from 'no_risk' and (reminded is null or reminded > 0)
  order by 1
$$;
alter function auth.stores_with_running_incidents owner to ruam_auth;
revoke all on function auth.stores_with_running_incidents from public;
grant execute on function auth.stores_with_running_incidents to ruam_app;
