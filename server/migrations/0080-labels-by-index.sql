-- Who carries a label is asked with each list and each rule: the index alone tells, of those taken off by hand too.
alter table profile_label
  drop constraint profile_label_pkey,
  add constraint profile_label_pkey primary key (store_id, label_id, profile_id) include (source);
