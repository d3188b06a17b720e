-- A friend's status has the time at which it began. The newest event, such as a message of today, is noted beside it: it tells which of two
-- events is late, and is no change of the status. Null: no event since the status began.
alter table channel_friend add column heard_at timestamptz;
