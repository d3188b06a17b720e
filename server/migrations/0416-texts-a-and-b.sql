-- A/B test of a broadcast: each of two texts goes to a share of the recipients, then the better one to the others.
alter table broadcast
  -- {messages, share, decide, hours, tie}; null: one text.
  add column ab_test jsonb,
  -- Position of the last recipient of the trial; null before the freeze.
  add column trial_last int,
  add column trial_ended_at timestamptz,
  -- Text of everybody after `trial_last`: a, b, or half of them each. Set once.
  add column text_choice text,
  add column text_chosen_at timestamptz,
  -- A user; null: the figures chose.
  add column text_chosen_by int,
  -- {a: {people, clicked}, b: {people, clicked}} as they were when the text was chosen.
  add column trial_figures jsonb;

-- step: each text has links of its own
alter table broadcast_link add column arm text;

-- step: a choice survives a restore, so that nobody gets the text that lost
create trigger record_decision_of_text after update on broadcast for each row
  when (old.text_choice is null and new.text_choice is not null)
  execute function record_decision('broadcast_text_chosen', 'broadcast', 'id', 'choice', 'text_choice');

create function decided_broadcast_text_chosen(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  update broadcast set text_choice = body ->> 'choice', text_chosen_at = decided_at, updated_at = clock_timestamp()
  where store_id = of_store and id = (body ->> 'broadcast')::int and ab_test is not null and text_choice is null
$$;
