-- Each API key and API token is a data source of its own. What is known to be of one program moves there.

alter table data_source add column credential_id int;
create unique index data_source_credential on data_source (store_id, credential_id) where credential_id is not null;
-- A program has the name of its key, which a file may have too.
drop index data_source_name;
create unique index data_source_name on data_source (store_id, name_key(name))
  where deleted_at is null and not built_in and credential_id is null;
alter table data_source no force row level security;

-- step: read credentials of all stores
alter table credential no force row level security;

-- step: read receipts of all stores
alter table receipt no force row level security;

-- step: move runs of all stores
alter table run no force row level security;

-- step: move failed items of all stores
alter table dead_letter no force row level security;

-- step: a data source for each credential
insert into data_source (store_id, name, type, status, credential_id, created_by, created_at, updated_at)
select store_id, name, 'openapi', 'success', id, created_by, created_at, created_at from credential
on conflict do nothing;
update data_source set name = 'Open API (ก่อนหน้า)' where built_in;

-- A day moves whole, if the receipts of one credential have as many items as it has rows. Records of a shared day name no credential.
with sole as (
  select r.store_id, r.id, min(c.credential_id) as credential_id
  from data_source b
  join run r on r.store_id = b.store_id and r.data_source_id = b.id and r.kind = 'stream'
  join receipt c on c.store_id = r.store_id and c.data_source_id = r.data_source_id and c.kind <> 'records'
    and c.done_at >= r.started_at and c.done_at <= coalesce(r.finished_at, 'infinity')
  where b.built_in
  group by r.store_id, r.id having count(distinct c.credential_id) = 1 and sum(c.items) = max(r.total)
)
update run r set data_source_id = s.id
from sole join data_source s on s.store_id = sole.store_id and s.credential_id = sole.credential_id
where r.store_id = sole.store_id and r.id = sole.id;

-- Requests that wait, and failed items, follow their program.
update receipt r set data_source_id = s.id from data_source s
where r.done_at is null and r.kind <> 'records' and s.store_id = r.store_id and s.credential_id = r.credential_id;
update dead_letter d set data_source_id = s.id
from receipt c join data_source s on s.store_id = c.store_id and s.credential_id = c.credential_id
where d.kind <> 'records' and c.store_id = d.store_id and c.id = d.receipt_id;

-- Figures of a data source are those of its ended days.
update data_source d set stats = jsonb_build_object('total', t.total, 'pending', 0, 'success', t.added, 'update', t.updated,
  'duplicate', t.duplicated, 'failed', t.failed, 'held', t.held)
from (
  select b.store_id, b.id, coalesce(sum(r.total), 0) as total, coalesce(sum(r.added), 0) as added, coalesce(sum(r.updated), 0) as updated,
    coalesce(sum(r.duplicated), 0) as duplicated, coalesce(sum(r.failed), 0) as failed, coalesce(sum(r.held), 0) as held
  from data_source b left join run r on r.store_id = b.store_id and r.data_source_id = b.id and r.kind = 'stream' and r.status <> 'processing'
  where b.built_in or b.credential_id is not null
  group by b.store_id, b.id
) t where d.store_id = t.store_id and d.id = t.id;

-- step: wall of failed items
alter table dead_letter force row level security;

-- step: wall of runs
alter table run force row level security;

-- step: wall of receipts
alter table receipt force row level security;

-- step: wall of credentials
alter table credential force row level security;

-- step: wall of data sources
alter table data_source force row level security;

-- Stores with a stream of an earlier day of theirs.
create or replace function auth.stores_with_old_streams() returns setof int
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct r.store_id from run r join store s on s.store_id = r.store_id
  where r.kind = 'stream' and r.status = 'processing' and r.started_at < date_trunc('day', now(), s.time_zone)
$$;
