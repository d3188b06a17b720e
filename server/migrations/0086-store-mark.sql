-- What the numbers of customers are marked with in exported files: a store takes no number of another one for its own.
alter table store add export_mark text not null default substr(md5(gen_random_uuid()::text), 1, 6);

-- A column of a file can hold the numbers of the store's customers.
alter table data_source no force row level security;
alter table run no force row level security;
update data_source set mapping = '{"number_column": null}' || mapping where mapping is not null;
update run set mapping = '{"number_column": null}' || mapping where mapping ? 'match';
alter table data_source force row level security;
alter table run force row level security;
