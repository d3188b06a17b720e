-- The account from whose chat or friends an activity came. Automations on "became a friend" follow one account.
alter table activity add column channel_id int;
