-- Set by an owner: members of a segment over sensitive fields are visible to people without the right to the values.
alter table segment add column members_visible boolean not null default false;
