-- A column of a file can name the labels of its rows.
alter table data_source no force row level security;
alter table run no force row level security;
update data_source set mapping = '{"row_labels": {"columns": [], "unknown": "make"}}' || mapping where mapping is not null;
update run set mapping = '{"row_labels": {"columns": [], "unknown": "make"}}' || mapping where mapping ? 'match';
alter table data_source force row level security;
alter table run force row level security;

alter table run
  -- Labels that its rows named, so that what it gave is found again.
  add column row_labels int[] not null default '{}',
  -- Names of those that it made, or that a dry run would make.
  add column new_labels text[] not null default '{}';
