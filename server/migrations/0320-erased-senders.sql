-- The word was sent by a LINE user whose data had been erased.
alter table line_link add column by_erased boolean not null default false;
