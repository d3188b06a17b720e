-- What a file holds is learned by a load that belongs to the file, so that it can begin before the data source has a name.
alter table file drop constraint file_type_check;
alter table file add constraint file_type_check check (type in ('csv', 'tsv', 'xlsx'));
alter table file
  -- Where the load wrote the rows down: CSV in UTF-8 with commas and no header. Null where the file itself is read.
  add column rows_key text,
  -- The same for files with the same names of columns, so that a mapping can be remembered.
  add column header_signature text,
  -- [{name, count}] of what was left out so that the file could be read.
  add column warnings jsonb not null default '[]',
  add column load_status text not null default 'none'
    check (load_status in ('none', 'waiting', 'loading', 'loaded', 'failed')),
  add column load_progress double precision not null default 0,
  -- {name, details} of what stopped the last load.
  add column load_error jsonb,
  -- Fences the load job: one that lost its lease, or was asked for with other settings, can't write any more.
  add column load_fence int not null default 0;

-- The wall holds the owner too, who sees no rows without a store.
alter table file no force row level security;
alter table data_source no force row level security;

update file set settings = '{"header_row": 1, "sheet": null}' || settings;
update file set load_status = 'loaded', load_progress = 1 where row_count is not null;
-- Loads that were under way had jobs of another kind: they can be tried again.
update file f
set load_status = 'failed', load_error = coalesce(d.error, '{"name": "internal"}'), load_progress = d.load_progress
from data_source d
where d.store_id = f.store_id and d.file_id = f.id and d.status in ('load_failed', 'waiting_for_load', 'loading');
update data_source set status = 'load_failed' where status in ('waiting_for_load', 'loading');

alter table file force row level security;
alter table data_source force row level security;

alter table data_source drop column load_progress, drop column load_fence, drop column error;
