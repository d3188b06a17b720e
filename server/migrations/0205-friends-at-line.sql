-- Friends that LINE counted when the account was checked; null until then.
alter table channel add column friends_at_line int check (friends_at_line >= 0);
