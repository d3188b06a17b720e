-- What somebody said of a row that an import held back, because a phone or e-mail found a person who seems to be another: hashed, so
-- that the next file with the same row needs no second answer and nothing of the row is kept.
create table match_answer (
  store_id int not null,
  id int generated always as identity,
  -- The shared key and its value, hashed as an erasure does, so that the erasure of its holder finds it.
  key_hash bytea not null,
  -- Whom the row names: names, birth date, numbers of their own.
  row_hash bytea not null,
  -- False: somebody else than those who are there.
  same boolean not null,
  -- The person it is, or is not; null while only a preview has made them.
  profile_id bigint,
  -- The same person as the rows name them: the hash that a row about them would have.
  person_hash bytea,
  -- Whom a run added for the answer.
  added_id bigint,
  answered_by int references users,
  answered_at timestamptz not null default clock_timestamp(),
  primary key (store_id, id)
);
create unique index match_answer_row on match_answer (store_id, key_hash, row_hash);
create index match_answer_profile on match_answer (store_id, profile_id);
create index match_answer_added on match_answer (store_id, added_id) where added_id is not null;
create index match_answer_by on match_answer (answered_by);
select wall('match_answer');

-- Rows that wait for such an answer; conflict counts the others.
alter table run add held int not null default 0;

-- SHA-256 of the bytes that were uploaded: a run of the same file again is known by it.
alter table file add content_hash bytea;
create index file_content on file (store_id, content_hash) where content_hash is not null;
