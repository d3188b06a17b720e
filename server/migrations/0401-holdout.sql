-- A share of the recipients of a broadcast who get nothing, so that the purchases of the others can be compared with theirs.
alter table broadcast
  -- Percent; null: not chosen yet, or of before.
  add column holdout_share int check (holdout_share between 0 and 50),
  add column holdout_off_reason text check (holdout_off_reason in ('notice', 'promised', 'unneeded', 'rest')),
  -- First broadcast of a chain of repeats, whose draw is used again; null: its own.
  add column repeats_id int,
  -- When a message to the held-out people ended the measurement before its days were over.
  add column measure_ended_at timestamptz;

-- step: the recipients, which are in use while messages are sent
-- Null: not drawn, such as those who cannot be reached. True: they get nothing. Nothing changes it afterwards.
alter table broadcast_recipient add column held_out boolean;
