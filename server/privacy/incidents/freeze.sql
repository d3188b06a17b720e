-- freezePeople
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
          0::bigint as profile_id,
          '' as way,
          '{}'::int[] as field_ids,
          now() as hour
        where
          false
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
      p.store_id = $1
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
      join profile p on p.store_id = $2
      and p.id = merged.survivor
      and p.merged_into is not null
  ),
  survivor as (
    select
      merged.id,
      merged.survivor
    from
      merged
      join profile p on p.store_id = $3
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
  ),
  fresh as materialized (
    select
      person.profile_id,
      true as certain,
      coalesce(shown.field_ids, '{}') as field_ids,
      person.hour
    from
      person
      left join (
        select
          s.profile_id,
          array_agg(
            distinct f.id
            order by
              f.id
          ) as field_ids
        from
          seen s
          cross join lateral unnest(s.field_ids) f (id)
        group by
          1
      ) shown on shown.profile_id = person.profile_id
    union all
    select
      p.id,
      false,
      '{}'::int[],
      null
    from
      profile p
    where
      p.store_id = $4
      and p.merged_into is null
      and p.created_at < $5::timestamptz
      and coalesce(p.deleted_at, 'infinity') >= $6::timestamptz
      and true
      and not exists (
        select
        from
          person
        where
          person.profile_id = p.id
      )
  ),
  gone as (
    delete from incident_person i
    where
      i.store_id = $7
      and i.incident_id = $8
      and not exists (
        select
        from
          fresh
        where
          fresh.profile_id = i.profile_id
      )
  )
insert into
  incident_person (
    store_id,
    incident_id,
    profile_id,
    certain,
    field_ids,
    hour
  )
select
  $9,
  $10,
  profile_id,
  certain,
  field_ids,
  hour
from
  fresh
on conflict (store_id, incident_id, profile_id) do update
set
  certain = excluded.certain,
  field_ids = excluded.field_ids,
  hour = excluded.hour;
