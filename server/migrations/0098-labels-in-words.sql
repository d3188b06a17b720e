-- Names of labels come out of files: as JSON an erasure looks through them, as it does through all other words.
alter table run
  alter column new_labels drop default,
  alter column new_labels type jsonb using to_jsonb(new_labels),
  alter column new_labels set default '[]';
