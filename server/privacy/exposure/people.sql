-- exposureTables
with recursive
  answer as materialized (
    select
      profile_id,
      way,
      field_ids,
      max(hour) as hour
    from
      (
        select
          people.id as profile_id,
          $1 as way,
          e.field_ids,
          date_trunc('hour', e.at, 'UTC') as hour
        from
          export_people e
          cross join lateral unnest(e.profile_ids) people (id)
        where
          e.store_id = $2
          and e.export_id = $3
          and e.at >= $4::timestamptz
          and e.at < $5::timestamptz
      ) recorded
    group by
      1,
      2,
      3
  ),
  merged (id, survivor) as (
    select
      p.id,
      p.merged_into
    from
      profile p
    where
      p.store_id = $6
      and p.merged_into is not null
      and p.id in (
        select
          profile_id
        from
          answer
      )
    union
    select
      merged.id,
      p.merged_into
    from
      merged
      join profile p on p.store_id = $7
      and p.id = merged.survivor
      and p.merged_into is not null
  ),
  survivor as (
    select
      merged.id,
      merged.survivor
    from
      merged
      join profile p on p.store_id = $8
      and p.id = merged.survivor
      and p.merged_into is null
  ),
  seen as materialized (
    select
      coalesce(s.survivor, a.profile_id) as profile_id,
      a.way,
      a.field_ids,
      max(a.hour) as hour
    from
      answer a
      left join survivor s on s.id = a.profile_id
    group by
      1,
      2,
      3
  ),
  person as materialized (
    select
      profile_id,
      max(hour) as hour
    from
      seen
    group by
      1
  )
select
from
  person;
