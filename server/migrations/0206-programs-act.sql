-- The API key or API token that recorded a consent.
alter table consent_entry add column credential_id int;
