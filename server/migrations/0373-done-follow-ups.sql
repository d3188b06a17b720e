-- Person who ticked a follow-up off; null for those of before.
alter table activity add column followed_by int;
-- background: the tab of done follow-ups looks back over a week, not over all notes
create index concurrently if not exists activity_followed on activity (store_id, followed_at) where followed_at is not null;
