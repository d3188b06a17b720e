-- The time of a profile before a job changed it, and the one that the change gave it: an undo puts the first back while the second stands.
-- A bulk change of everybody would bury the order of the list otherwise, twice.
alter table profile_change
  add met_at timestamptz,
  add rose_at timestamptz;
