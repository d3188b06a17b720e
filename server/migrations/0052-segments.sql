-- A segment is a label that follows a rule (label.segment_rule); what is known of its calculation stands here.
create table segment (
  store_id int not null,
  label_id int not null,
  -- What the rule looks at: field:9, activity:3, label:7, ... A write asks which segments look at what it has changed.
  reads text[] not null,
  -- Rises with every wish to have it calculated; `done` is what the last calculation began with. Calculated when they are alike.
  wanted bigint not null default 0,
  done bigint not null default 0,
  evaluated_at timestamptz,
  -- When the rule can change by itself next, by the calendar of this time zone.
  next_at timestamptz,
  time_zone text,
  error jsonb,
  primary key (store_id, label_id),
  foreign key (store_id, label_id) references label (store_id, id) on delete cascade
);
select wall('segment');

-- How many people a segment had, once an hour at most.
create table segment_size (
  store_id int not null,
  label_id int not null,
  at timestamptz not null,
  people int not null,
  primary key (store_id, label_id, at),
  foreign key (store_id, label_id) references label (store_id, id) on delete cascade
);
select wall('segment_size');

-- Who pinned somebody in, or keeps them out, and when.
alter table profile_label add column pinned_by int references users, add column pinned_at timestamptz;
create index profile_label_pinned on profile_label (store_id, label_id, pinned_at desc) where pinned_at is not null;

-- Stores with segments that follow their rule by themselves and are to be calculated: for what changed, or by the clock.
create function door.stores_to_calculate(now timestamptz) returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct s.store_id from segment s
  join label l on l.store_id = s.store_id and l.id = s.label_id and l.auto_apply_enabled
  join store on store.store_id = s.store_id
  where s.wanted > s.done or s.next_at <= now or (s.next_at is not null and s.time_zone is distinct from store.time_zone)
  order by 1
$$;
revoke all on function door.stores_to_calculate from public;
grant select on segment to ruam_door;
grant select (store_id, id, auto_apply_enabled) on label to ruam_door;
create policy door on segment for select to ruam_door using (true);
create policy door on label for select to ruam_door using (true);
alter function door.stores_to_calculate owner to ruam_door;
grant execute on function door.stores_to_calculate to ruam_app;
