-- countReach
with recursive
  person as materialized (
    select
      profile_id,
      certain,
      field_ids,
      hour
    from
      incident_person
    where
      store_id = $1
      and incident_id = $2
  ),
  merged (id, survivor) as (
    select
      p.id,
      p.merged_into
    from
      profile p
    where
      p.store_id = $3
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
      join profile p on p.store_id = $4
      and p.id = merged.survivor
      and p.merged_into is not null
  ),
  survivor as (
    select
      merged.id,
      merged.survivor
    from
      merged
      join profile p on p.store_id = $5
      and p.id = merged.survivor
      and p.merged_into is null
  ),
  folded as (
    select
      s.survivor,
      person.certain,
      person.field_ids,
      person.hour
    from
      person
      join survivor s on s.id = person.profile_id
    union all
    select
      profile_id,
      certain,
      field_ids,
      hour
    from
      person
    where
      profile_id in (
        select
          survivor
        from
          survivor
      )
  ),
  people as (
    select
      profile_id,
      certain,
      field_ids,
      hour
    from
      person
    where
      profile_id not in (
        select
          id
        from
          survivor
        union all
        select
          survivor
        from
          survivor
      )
    union all
    select
      survivor,
      bool_or(certain),
      coalesce(
        array_agg(
          distinct f.id
          order by
            f.id
        ) filter (
          where
            f.id is not null
        ),
        '{}'
      ),
      max(hour)
    from
      folded
      left join lateral unnest(field_ids) f (id) on true
    group by
      1
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
  count(*)::int as count
from
  people
  left join profile p on p.store_id = $7
  and p.id = people.profile_id
  and p.deleted_at is null
  left join friend on friend.profile_id = p.id
where
  people.certain = $8
group by
  1;
