-- Words that customers send to prove who they are on LINE. A personal link is a row only once it was used.
create table line_link (
  store_id int not null references store,
  id bigint generated always as identity,
  profile_id bigint not null,
  channel_id int not null,
  -- Keyed hash of the word, which is kept nowhere.
  word_hash bytea not null,
  created_by int references users,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- closed: another word of the customer was used.
  status text not null default 'open' check (status in ('open', 'linked', 'pair', 'closed')),
  used_at timestamptz,
  primary key (store_id, id),
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create unique index line_link_word on line_link (store_id, word_hash);
create index line_link_profile on line_link (store_id, profile_id, id);
select wall('line_link');

-- Merges that a person proved on LINE are taken back where the customer is served.
alter table profile_merge add column source text not null default 'user' check (source in ('user', 'line'));

-- Wrong words of a user are counted by the log.
create index online_log_wrong_word on online_log (store_id, user_id, at) where error = 'link_word_invalid';
