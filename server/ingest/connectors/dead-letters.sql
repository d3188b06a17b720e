-- storeDeadLetters
insert into
  dead_letter as d (
    store_id,
    data_source_id,
    kind,
    receipt_id,
    item_index,
    item_place,
    item,
    error,
    path,
    value,
    run,
    record_no,
    sensitive,
    replay_at
  )
select
  $1::int,
  f.data_source_id,
  f.kind,
  f.receipt_id,
  f.item_index,
  f.item_place,
  f.item,
  f.error,
  f.path,
  f.value,
  f.run,
  f.record_no,
  f.sensitive,
  case
    when f.patient then clock_timestamp() + (
      array['2 min', '8 min', '20 min', '30 min']::interval[]
    ) [1]
  end
from
  jsonb_to_recordset($2::jsonb) f (
    data_source_id int,
    kind text,
    receipt_id bigint,
    item_index int,
    item_place int,
    item text,
    error text,
    path text,
    value text,
    run bigint,
    record_no int,
    sensitive boolean,
    patient boolean
  )
order by
  f.receipt_id,
  f.item_index,
  f.item_place
on conflict (
  store_id,
  receipt_id,
  item_index,
  coalesce(item_place, -1)
) do update
set
  item = excluded.item,
  error = excluded.error,
  path = excluded.path,
  value = excluded.value,
  run = excluded.run,
  record_no = excluded.record_no,
  sensitive = excluded.sensitive,
  tries = d.tries + 1,
  at = clock_timestamp(),
  replay_at = case
    when excluded.replay_at is not null then clock_timestamp() + (
      array['2 min', '8 min', '20 min', '30 min']::interval[]
    ) [d.tries + 1]
  end
returning
  id;

-- readReplays
select
  d.id,
  d.data_source_id,
  d.kind,
  r.credential_id,
  coalesce(r.lineage, r.credential_id) as lineage,
  r.lists,
  d.receipt_id,
  d.item_index,
  d.item_place,
  d.item
from
  (
    select
      *
    from
      dead_letter
    where
      store_id = $1
      and replay_at <= clock_timestamp()
    order by
      id
    limit
      $2
  ) d
  left join receipt r on r.store_id = $3
  and r.id = d.receipt_id
order by
  d.id;
