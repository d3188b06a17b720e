-- The activity that was there already and that a row stands for: with those that a run added it tells how many of several equal ones
-- the rows of a run have met so far.
alter table run_record add met_activity bigint;
create index run_record_met on run_record (store_id, met_activity) where met_activity is not null;

-- The line (of a workbook the row of the sheet) at which each part of a file's rows begins, beside row_offsets. Empty of a file that
-- was loaded before lines were noted.
alter table file add row_lines jsonb not null default '[]';

-- Files are read with a style of quotes, and may leave out empty columns at their right end.
alter table file no force row level security;
update file set settings = '{"quotes": "double", "drop_empty_last": false}' || settings;
alter table file force row level security;

-- Mappings say whether two equal rows are two activities, and by which of their fields activities are told apart.
alter table data_source no force row level security;
alter table run no force row level security;
update data_source set mapping = '{"activity_key": null, "equal_activities": "each"}' || mapping where mapping is not null;
update run set mapping = '{"activity_key": null, "equal_activities": "each"}' || mapping where mapping ? 'match';
alter table data_source force row level security;
alter table run force row level security;
