-- What a store gains when somebody looks at a pair, which the queue is ordered by: how sure it is, and how much comes together. Of a
-- pair that was found before, nought until the next scan.
alter table profile_duplicate add column gain real not null default 0;
create index profile_duplicate_gain on profile_duplicate (store_id, status, gain, id);
drop index profile_duplicate_score;
