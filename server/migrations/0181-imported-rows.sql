-- Rows that imports took, by a keyed hash of their cells, so that the same row finds the same person long after the records of its run are
-- gone. Nothing can be read from it; a row goes with the erasure of its person.
create table imported_row (
  store_id int not null,
  -- Of the columns and the cells, made with the server's secret.
  row_hash uuid not null,
  -- Waited for an answer; the person is the first whom it may be about.
  held boolean not null,
  profile_id bigint not null,
  run int not null,
  -- No foreign key: the check of each row would cost an import more than the row itself.
  primary key (store_id, row_hash, held, profile_id)
);
create index imported_row_profile on imported_row (store_id, profile_id);
select wall('imported_row');

-- Rows without any value of a match key that a run added as new people.
alter table run add column keyless int not null default 0;

-- What an import replaces of a person's phone or e-mail stays as a further contact.
alter table profile_contact drop constraint profile_contact_source_check;
alter table profile_contact add constraint profile_contact_source_check check (source in ('merge', 'run'));
alter table profile_contact drop constraint profile_contact_pkey;
alter table profile_contact add primary key (store_id, profile_id, field_id, value, source, source_id);

-- Finds by which keys later imports met somebody without changing anything.
create index run_record_matched on run_record (store_id, profile_id) where matched_by is not null and changes is null;
