-- Who is a friend of which channel, and who has blocked it.
create table channel_friend (
  store_id int not null references store,
  channel_type text not null check (channel_type in ('lineOA', 'lineModule', 'facebook', 'phone', 'sms')),
  channel_id int not null,
  profile_id bigint not null,
  status text not null check (status in ('friend', 'blocked')),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, channel_type, channel_id, profile_id),
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index channel_friend_profile on channel_friend (store_id, profile_id);
select wall('channel_friend');

-- Whom a broadcast goes to, and what became of it.
create table broadcast_recipient (
  store_id int not null references store,
  broadcast_id int not null,
  profile_id bigint not null,
  status text not null check (status in ('queued', 'accepted', 'failed', 'skipped')),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (store_id, broadcast_id, profile_id),
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index broadcast_recipient_profile on broadcast_recipient (store_id, profile_id);
select wall('broadcast_recipient');
