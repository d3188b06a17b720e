-- Cells that could not be read and were left empty: their columns (from 1) and reasons by row, and how many rows and cells of a run.
alter table run_record add unread jsonb;
alter table run add unread_rows int not null default 0, add unread_cells int not null default 0;
