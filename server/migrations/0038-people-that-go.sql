-- People who go are counted in the hour they go in (profile_deleted, profile_merged, profile_erased, profile_undone), and those who come
-- back in theirs (profile_restored, profile_unmerged), so that what came less what went are those who are there. For those who went
-- before it is known by what they left: once each, whatever had been deleted and restored between.
alter table hourly_count no force row level security;
alter table profile no force row level security;
alter table profile_merge no force row level security;
alter table erased_profile no force row level security;
alter table audit_log no force row level security;
insert into hourly_count (store_id, hour, metric, channel, value)
select store_id, date_trunc('hour', at, 'UTC'), metric, channel, sum(people)::bigint
from (
  select store_id, deleted_at as at, 'profile_deleted' as metric, 'user' as channel, 1::bigint as people from profile
  where deleted_at is not null and merged_into is null
  union all
  select p.store_id, coalesce(m.created_at, p.updated_at), 'profile_merged', 'user', 1 from profile p
  left join lateral (
    select created_at from profile_merge
    where store_id = p.store_id and gone_id = p.id and undone_at is null order by id desc limit 1) m on true
  where p.merged_into is not null
  union all
  select store_id, erased_at, 'profile_erased', 'user', 1 from erased_profile
  union all
  select store_id, at, 'profile_undone', 'import', (details ->> 'profiles_removed')::bigint from audit_log
  where action = 'import_undone'
) gone
where people > 0
group by 1, 2, 3, 4;
alter table hourly_count force row level security;
alter table profile force row level security;
alter table profile_merge force row level security;
alter table erased_profile force row level security;
alter table audit_log force row level security;
