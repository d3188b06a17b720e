-- Series of order numbers: the numbers of one till, shop or program. Those of two series never meet by themselves.
create table order_series (
  store_id int not null,
  id int generated always as identity,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index order_series_name on order_series (store_id, name_key(name));
select wall('order_series');

-- Lines of purchases that files brought. The purchase is an activity whose `source` is 'series:<id>' and whose `reference`
-- is the order's number; day, sum and items of it are computed from its lines.
create table purchase_line (
  store_id int not null,
  id bigint generated always as identity,
  activity_id bigint not null,
  -- Run and row that brought it.
  run_id bigint not null,
  row_no int not null,
  at timestamptz not null,
  -- What makes lines of one order equal: a hash of item, pieces and amount.
  content uuid not null,
  -- Millionths of a baht; null if the file has the total of the order alone.
  amount bigint,
  refund boolean not null,
  -- Not a line but the total that a file gives for the whole order: the latest counts.
  total boolean not null default false,
  item text,
  -- Millionths of a piece.
  pieces bigint,
  -- The other values of the row, by field.
  fields jsonb not null,
  amount_field int not null,
  item_field int,
  primary key (store_id, id),
  foreign key (store_id, activity_id) references activity (store_id, id) on delete cascade
);
create index purchase_line_activity on purchase_line (store_id, activity_id, content);
create index purchase_line_run on purchase_line (store_id, run_id, row_no);
select wall('purchase_line');

-- The line that was there already and that the row stands for.
alter table run_record add column met_line bigint;
create index run_record_met_line on run_record (store_id, met_line) where met_line is not null;

-- What a run found of orders: how many, their lines and sum, those that wait, and those that another source has too.
alter table run add column orders jsonb;
