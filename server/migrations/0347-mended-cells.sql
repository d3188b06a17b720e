-- Cells of a data source's file that could not be read, and what people put in their place. The file stays as it is.
create table mended_cell (
  store_id int not null,
  file_id int not null,
  data_source_id int not null,
  record_no int not null,
  -- From 1.
  column_no int not null,
  -- The group of the cell in its column.
  reason text not null,
  -- As it is in the file.
  value text not null,
  suggestion text,
  -- [change, text, rule] for each change; the last one counts.
  changes jsonb not null default '[]',
  -- Text, number and rule of the last change; null: as in the file.
  text text,
  change int,
  rule text,
  -- Failure of the cell as it is now; null if it can be read.
  failure text,
  primary key (store_id, file_id, data_source_id, record_no, column_no),
  foreign key (store_id, file_id) references file (store_id, id) on delete cascade
);
create index mended_cell_group on mended_cell (store_id, file_id, data_source_id, column_no, reason, record_no);
select wall('mended_cell');
grant select, delete on mended_cell to ruam_auth;
create policy auth on mended_cell to ruam_auth using (true) with check (false);

-- State of the mending: the file, the hash of the mapping that its cells were listed for, the preview's counts then, and the last change.
alter table data_source add column mending jsonb;

-- Cells go with what lies in the storage of their file.
create function forget_mended_cells() returns trigger
language plpgsql
as $$
begin
  delete from mended_cell where store_id = new.store_id and file_id = new.id;
  return null;
end $$;
create trigger forget_mended_cells after update on file for each row
  when (old.removed_at is null and new.removed_at is not null) execute function forget_mended_cells();
