-- Times of a customer's clicks before the last one: a rehearsal lets each click start an automation, as it did then.
alter table broadcast_person_click add column earlier_at timestamptz[] not null default '{}';
