-- True if the stored value of a sensitive field made the item fail: its letter is hidden from people who may not see such values.
alter table dead_letter add column sensitive boolean not null default false;
