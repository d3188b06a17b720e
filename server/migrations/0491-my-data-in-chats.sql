-- A button below an answer that opens the page My data of the store.
alter table answer add column opens_my_data boolean not null default false;
