-- countShop
with
  buyer as materialized (
    select
      a.profile_id as id,
      min(a.activity_at) as first_at,
      max(a.activity_at) as last_at,
      sum(v.amount) filter (
        where
          a.activity_at >= $1::timestamptz
      ) as spent,
      bool_or(a.activity_at >= $2::timestamptz) as this_month,
      bool_or(
        a.activity_at >= $3::timestamptz
        and a.activity_at < ($4::date + 1)::timestamp at time zone $5::text
      ) as last_month
    from
      activity a
      cross join lateral (
        select
          case
            when jsonb_typeof(a.fields -> $6::text) = 'number' then least(
              greatest((a.fields ->> $7::text)::numeric, $8::numeric),
              $9::numeric
            )
          end as amount
      ) v
      join profile p on p.store_id = a.store_id
      and p.id = a.profile_id
    where
      a.store_id = $10
      and a.type_id = any ($11::int[])
      and a.activity_at <= $12::timestamptz
      and v.amount is not null
      and p.deleted_at is null
      and p.merged_into is null
    group by
      a.profile_id
  ),
  best as (
    select
      id,
      spent,
      last_at,
      row_number() over (
        order by
          spent desc,
          id
      ) as place,
      count(*) over () as spenders
    from
      buyer
    where
      spent > 0
  ),
  quiet as (
    select
      id,
      spent,
      last_at
    from
      best
    where
      place <= ceil(spenders * $13::numeric)
      and last_at >= $14::timestamptz
      and last_at < $15::timestamptz
  ),
  birthday as (
    select
      p.id,
      b.spent,
      to_char(p.birth_date, 'MMDD') as day
    from
      profile p
      left join buyer b on b.id = p.id
    where
      p.store_id = $16
      and p.deleted_at is null
      and p.merged_into is null
      and (
        extract(
          month
          from
            p.birth_date
        ) * 100 + extract(
          day
          from
            p.birth_date
        ) between $17::int and $18::int
      )
  )
select
  count(*) as bought,
  count(*) filter (
    where
      first_at >= $19::timestamptz
  ) as "new",
  count(*) filter (
    where
      first_at < $20::timestamptz
      and last_at >= $21::timestamptz
  ) as active,
  count(*) filter (
    where
      last_at >= $22::timestamptz
      and last_at < $23::timestamptz
  ) as at_risk,
  count(*) filter (
    where
      last_at < $24::timestamptz
  ) as lapsed,
  count(*) filter (
    where
      first_at >= $25::timestamptz
  ) as new_people,
  count(*) filter (
    where
      first_at >= $26::timestamptz
      and first_at < ($27::date + 1)::timestamp at time zone $28::text
  ) as new_people_before,
  count(*) filter (
    where
      this_month
      and first_at < $29::timestamptz
  ) as returning_people,
  count(*) filter (
    where
      last_month
      and first_at < $30::timestamptz
  ) as returning_people_before,
  (
    select
      count(*)
    from
      quiet
  ) as quiet,
  (
    select
      count(*)
    from
      birthday
  ) as birthdays,
  array(
    select
      id
    from
      birthday
    order by
      day < to_char($31::date, 'MMDD'),
      day,
      spent desc nulls last,
      id
    limit
      $32
  ) as birthday_list,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_array(id, spent, last_at)
          order by
            spent desc,
            id
        ),
        '[]'
      )
    from
      (
        select
          *
        from
          quiet
        order by
          spent desc,
          id
        limit
          $33
      ) q
  ) as quiet_list
from
  buyer;
