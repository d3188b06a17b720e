-- A reference belongs to its source: a credential through all its rotations and successors, or a connector.
-- First credential of a line of successors; null: the credential itself.
alter table credential add column lineage int;
-- Lineage of the sender when the request was stored. Null in requests of the version before.
alter table receipt add column lineage int;

-- `source`: 'credential:<lineage>' or 'connector:<data source>'. `sent_digest`: keyed hash of what the source sent.
-- The version before reads `data_source_id`, which the first activity with a reference keeps filling.
alter table activity add column source text, add column sent_digest bytea;
create unique index activity_source_reference on activity (store_id, source, type_id, reference) where source is not null;

-- An activity as it was before a run replaced it: what an undo of that run restores.
create table replaced_activity (
  store_id int not null,
  activity_id bigint not null,
  -- Run that replaced it.
  run bigint not null,
  profile_id bigint not null,
  activity_at timestamptz not null,
  fields jsonb not null,
  run_id bigint,
  row_no int,
  sent_digest bytea,
  primary key (store_id, activity_id, run)
);
create index replaced_activity_profile on replaced_activity (store_id, profile_id);
create index replaced_activity_run on replaced_activity (store_id, run);
select wall('replaced_activity');
