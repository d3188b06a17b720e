-- Rises with every write of what a store calls things: its fields, labels and types of activity. Servers keep those names in memory under
-- this number, which each of their reads reads with it.
create table names_version (
  store_id int primary key references store,
  version bigint not null default 1
);
select wall('names_version');
