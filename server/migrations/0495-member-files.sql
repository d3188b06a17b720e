-- Members who send files in the LINE chat of an account: their LINE id, and the word that proves it.
create table line_member (
  store_id int not null,
  user_id int not null,
  -- Keyed hash of the word, which is kept nowhere, and the account whose chat it opens. Null once it was used.
  word_hash bytea,
  word_channel_id int,
  word_until timestamptz,
  -- Account and LINE id from which files are taken. Null until a word was sent.
  channel_id int,
  line_user_id text,
  linked_at timestamptz,
  primary key (store_id, user_id),
  check ((word_hash is null) = (word_until is null) and (word_hash is null) = (word_channel_id is null)),
  check ((line_user_id is null) = (channel_id is null) and (line_user_id is null) = (linked_at is null))
);
create unique index line_member_word on line_member (store_id, word_hash) where word_hash is not null;
create unique index line_member_line on line_member (store_id, channel_id, line_user_id) where line_user_id is not null;
select wall('line_member');

-- Files that they sent. The content stays at LINE until a watch takes it.
create table line_member_file (
  store_id int not null,
  id bigint generated always as identity,
  user_id int not null,
  channel_id int not null,
  -- LINE's ids of the event, which may be delivered again, and of the message.
  event_id text not null,
  message_id text not null,
  name text not null,
  size bigint not null,
  sent_at timestamptz not null,
  taken_at timestamptz,
  primary key (store_id, id)
);
create unique index line_member_file_event on line_member_file (store_id, channel_id, event_id);
create index line_member_file_waiting on line_member_file (store_id, name, id) where taken_at is null;
select wall('line_member_file');

-- step: store_member
alter table line_member add foreign key (store_id, user_id) references store_member (store_id, user_id) on delete cascade;
alter table line_member_file add foreign key (store_id, user_id) references store_member (store_id, user_id) on delete cascade;

-- A member who comes back proves their LINE id again.
create function unlink_removed_member() returns trigger
language plpgsql
as $$
begin
  delete from line_member where store_id = new.store_id and user_id = new.user_id;
  return null;
end
$$;
create trigger unlink_removed_member after update of removed_at on store_member for each row
  when (old.removed_at is null and new.removed_at is not null) execute function unlink_removed_member();

-- A link that was ended, or moved to another LINE id, is ended in an older database too.
create trigger record_decision_of_deletion after delete on line_member for each row
  when (old.line_user_id is not null) execute function record_decision('line_member_unlinked', 'user', 'user_id');
create trigger record_decision after update on line_member for each row
  when (old.line_user_id is not null and (new.line_user_id is null or new.line_user_id <> old.line_user_id or new.channel_id <> old.channel_id))
  execute function record_decision('line_member_unlinked', 'user', 'user_id');

-- step: watch

-- Without that watch no file is taken: links and files that wait go with it.
create function end_line_members() returns trigger
language plpgsql
as $$
begin
  delete from line_member where store_id = new.store_id;
  delete from line_member_file where store_id = new.store_id and taken_at is null;
  return null;
end
$$;
create trigger end_line_members after update of deleted_at, place on watch for each row
  when (old.deleted_at is null and old.place ->> 'kind' = 'line_chat'
    and (new.deleted_at is not null or new.place ->> 'kind' <> 'line_chat'))
  execute function end_line_members();

create function decided_line_member_unlinked(of_store int, decided_at timestamptz, body jsonb) returns void
language sql
as $$
  delete from line_member
  where store_id = of_store and user_id = (body ->> 'user')::int and linked_at <= decided_at
$$;
