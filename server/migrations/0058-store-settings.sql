-- What a store says of itself. `photo` is a data address of at most 100 kB, so that it goes, and is backed up, with the store.
alter table store
  add business_type text not null default '',
  add phone text,
  add tax_id text,
  add address jsonb not null default '{}',
  add languages text[] not null default '{th,en}' check (cardinality(languages) > 0 and languages <@ '{th,en}'),
  add photo text;
