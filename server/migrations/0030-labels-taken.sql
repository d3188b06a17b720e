-- When somebody took the label away by hand: an import that had begun by then does not give it back.
alter table profile_label add taken_at timestamptz;
