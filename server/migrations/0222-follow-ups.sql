-- Notes that stay in sight, and notes with a day on which somebody follows the customer up.
alter table activity
  add column pinned_at timestamptz,
  add column follow_on date,
  add column followed_at timestamptz;
-- Follow-ups that are not done, for the tasks of a day. Hardly any activity is one, so that an import pays nothing.
create index activity_follow_up on activity (store_id, follow_on, id) where follow_on is not null and followed_at is null;
