-- claim
with
  mine as materialized (
    select
      p.id,
      p.value,
      i.profile_id as holder
    from
      (
        select
          p.id,
          p.line_user_id as value
        from
          unnest($1::bigint[]) w (id)
          cross join lateral (
            select
              id,
              line_user_id,
              deleted_at,
              merged_into
            from
              profile
            where
              store_id = $2
              and id = w.id
            offset
              0
          ) p
        where
          p.deleted_at is null
          and p.merged_into is null
      ) p
      left join lateral (
        select
          (
            select
              min(profile_id)
            from
              (
                select
                  profile_id
                from
                  identity
                where
                  store_id = $3
                  and kind = 'line'
                  and value = p.value
                offset
                  0
              ) holders
          ) as profile_id
      ) i on true
    where
      p.value is not null
  ),
  made as (
    insert into
      identity (store_id, kind, scope, value, profile_id)
    select
      $4,
      'line',
      $5,
      value,
      min(id)
    from
      mine
    where
      holder is null
    group by
      value
    order by
      value
    on conflict (store_id, kind, value, scope) do nothing
    returning
      value,
      profile_id
  )
select
  mine.value,
  mine.id,
  coalesce(mine.holder, made.profile_id) as holder
from
  mine
  left join made on made.value = mine.value
where
  mine.holder is distinct from mine.id;
