-- itemsOf
select
  p.id,
  btrim(concat_ws(' ', p.first_name, p.last_name)) as name,
  coalesce(p.phone, '') as phone,
  exists (
    select
    from
      channel_friend f
    where
      f.store_id = p.store_id
      and f.profile_id = p.id
      and f.channel_type = 'lineOA'
      and f.status = 'friend'
  ) as line,
  b.bought_at,
  b.days,
  b.span,
  n.note
from
  profile p
  left join lateral (
    select
      max(a.activity_at) as bought_at,
      count(distinct d.day) as days,
      max(d.day) - min(d.day) as span
    from
      activity a
      cross join lateral (
        select
          case
            when jsonb_typeof(a.fields -> $1::text) = 'number' then least(
              greatest((a.fields ->> $2::text)::numeric, $3::numeric),
              $4::numeric
            )
          end as amount
      ) v
      cross join lateral (
        select
          (a.activity_at at time zone $5::text)::date as day
      ) d
    where
      a.store_id = p.store_id
      and a.profile_id = p.id
      and a.type_id = any ($6::int[])
      and a.activity_at <= now()
      and v.amount is not null
  ) b on true
  left join lateral (
    select
      jsonb_build_object(
        'fields',
        a.fields,
        'at',
        a.activity_at,
        'first_name',
        u.first_name,
        'last_name',
        u.last_name
      ) as note
    from
      activity a
      left join users u on u.id = a.created_by
    where
      a.store_id = p.store_id
      and a.profile_id = p.id
      and a.type_id = (
        select
          id
        from
          activity_type
        where
          store_id = $7
          and purpose = 'note'
      )
    order by
      a.activity_at desc,
      a.id desc
    limit
      1
  ) n on true
where
  p.store_id = $8
  and p.id = any ($9::bigint[])
  and num_nulls (
    "p"."deleted_at",
    "p"."merged_into",
    "p"."restricted_at"
  ) = 3;
