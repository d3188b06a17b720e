-- Condition for the real run to follow a dry run by itself.
alter table run add column follow text check (follow in ('always', 'unless_failed'));
