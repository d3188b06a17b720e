-- Birthdays of a day are looked up as its date in each year: comparing month and day would read every profile, for row-level security lets
-- no index compare what a function computes.
-- background: the index of birth dates, while profiles are in use.
create index concurrently if not exists profile_birth_date on profile (store_id, birth_date) where birth_date is not null;
