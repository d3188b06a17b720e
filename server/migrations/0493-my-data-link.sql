-- Personal links to the page My data, one of each customer. Both secrets are kept as hashes.
create table my_data_link (
  store_id int not null,
  profile_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by int,
  expires_at timestamptz not null,
  -- Code in the LINE chat of this user: keyed, for six digits are found by trying.
  code_hash bytea,
  code_user_id text,
  code_until timestamptz,
  code_tries int not null default 0,
  -- Codes that the link has sent.
  codes int not null default 0,
  primary key (store_id, profile_id)
);
create unique index my_data_link_token on my_data_link (store_id, token_hash);
select wall('my_data_link');

-- step: profiles
alter table my_data_link add foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade;
