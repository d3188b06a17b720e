-- People, activities and labels that the batches of a dry run would have written, so that another worker goes on after them.
create table dry_run_block (
  store_id int not null,
  run bigint not null,
  -- Rows of the run before the batch.
  done int not null,
  part int not null,
  -- Rows of the batch, in its first part.
  rows int not null default 0,
  -- Temporary table of the dry run that the entries are rows of, 'holders' of orders, or 'batch'.
  kind text not null,
  entries json not null,
  primary key (store_id, run, done, part)
);
select wall('dry_run_block');
grant select, delete on dry_run_block to ruam_auth;
create policy auth on dry_run_block to ruam_auth using (true) with check (false);

-- Blocks go with the end of their dry run, whoever ends it.
create function forget_dry_run_blocks() returns trigger
language plpgsql
as $$
begin
  delete from dry_run_block where store_id = old.store_id and run = old.id;
  return null;
end $$;

-- step: the runs
create trigger forget_blocks_of_ended after update on run for each row
  when (new.kind = 'dry' and new.status not in ('pending', 'processing') and old.status is distinct from new.status)
  execute function forget_dry_run_blocks();
create trigger forget_blocks_of_deleted after delete on run for each row
  when (old.kind = 'dry') execute function forget_dry_run_blocks();
