-- True if the answer was about the name itself: a given name that differs is then the new one.
alter table match_answer add column renames boolean not null default false;

-- People whom shared contacts alone tell apart, in a file without any other column that could.
alter table run add column contacts_alone jsonb;
