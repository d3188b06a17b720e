-- countReach
with recursive
  person as materialized (
    select
      profile_id
    from
      incident_person
    where
      store_id = $1
      and incident_id = $2
      and certain = $3
  ),
  merged (id, survivor) as (
    select
      p.id,
      p.merged_into
    from
      profile p
    where
      p.store_id = $4
      and p.merged_into is not null
      and p.id in (
        select
          profile_id
        from
          person
      )
    union
    select
      merged.id,
      p.merged_into
    from
      merged
      join profile p on p.store_id = $5
      and p.id = merged.survivor
      and p.merged_into is not null
  ),
  friend as materialized (
    select distinct
      f.profile_id
    from
      channel_friend f
      join channel c on c.store_id = f.store_id
      and c.id = f.channel_id
      and c.status = 'active'
      and c.type in ('lineOA', 'lineModule')
    where
      f.store_id = $6
      and f.profile_id is not null
      and f.status = 'friend'
  )
select
  case
    when p.id is null then 'gone'
    else case
      when friend.profile_id is not null then 'line'
      when p.email <> '' then 'email'
      when p.phone <> '' then 'phone'
      else 'none'
    end
  end as reach,
  count(*)::int as people
from
  person
  left join (
    select
      merged.id,
      merged.survivor
    from
      merged
      join profile p on p.store_id = $7
      and p.id = merged.survivor
      and p.merged_into is null
  ) last on last.id = person.profile_id
  left join profile p on p.store_id = $8
  and p.id = coalesce(last.survivor, person.profile_id)
  and p.deleted_at is null
  left join friend on friend.profile_id = p.id
group by
  1;
