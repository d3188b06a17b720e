-- spreadCounts
with
  person as materialized (
    select
      unnest($1::bigint[]) as id
  ),
  bought as materialized (
    select
      a.run_id,
      a.row_no,
      min(a.activity_at) as at,
      count(*) as n
    from
      activity a
      join person on person.id = a.profile_id
    where
      a.store_id = $2
      and a.run_id in (
        select
          id
        from
          run
        where
          store_id = $3
          and kind = 'real'
          and data_source_id = any ($4::int[])
      )
    group by
      1,
      2
  ),
  came as (
    select
      'profile' as metric,
      p.created_at as at,
      1 as n
    from
      profile p
      join person using (id)
    where
      p.store_id = $5
    union all
    select
      'activity',
      at,
      n
    from
      bought
    union all
    select
      m.metric,
      coalesce(bought.at, p.created_at),
      1
    from
      run_record r
      join person on person.id = r.profile_id
      join profile p on p.store_id = $6
      and p.id = r.profile_id
      left join bought on bought.run_id = r.run
      and bought.row_no = r.record_no
      cross join lateral (
        values
          ('record'),
          (
            case r.status
              when 'added' then 'record_add'
              when 'updated' then 'record_update'
              when 'duplicated' then 'record_duplicate'
            end
          )
      ) m (metric)
    where
      r.store_id = $7
      and r.run in (
        select
          id
        from
          run
        where
          store_id = $8
          and kind = 'real'
          and data_source_id = any ($9::int[])
      )
      and m.metric is not null
  )
select
  metric,
  date_trunc('hour', at, 'UTC') as hour,
  sum(n)::int as n
from
  came
group by
  1,
  2;
