-- keepValues
with
  had as materialized (
    select
      f.id as field_id,
      f.shown,
      min(p.id) as profile_id,
      count(*) > 1 as many
    from
      profile p
      cross join lateral (
        values
          (1, "first_name"::text),
          (2, "last_name"::text),
          (3, "first_name_en"::text),
          (4, "last_name_en"::text),
          (5, "prefix_name"::text),
          (6, "workplace"::text),
          (7, "workplace_en"::text),
          (8, "birth_date"::text),
          (12, "gender"::text),
          (13, "age"::text),
          (14, "occupation"::text),
          (15, "business_type"::text),
          (16, "company"::text),
          (17, "address"::text),
          (18, "address_en"::text),
          (19, "income"::text),
          (20, "line_user_id"::text),
          (21, "line_display_name"::text),
          (22, "line_basic_id"::text),
          (23, "amount"::text)
      ) f (id, shown)
    where
      p.store_id = $1
      and p.id = any ($2::bigint[])
      and num_nulls ("p"."deleted_at", "p"."merged_into") = 2
      and f.shown is not null
    group by
      f.id,
      f.shown
  ),
  keyed as materialized (
    select
      field_id,
      left(search_key (shown), 60) as key,
      hashtextextended (shown, 0) as hash,
      profile_id,
      many,
      shown
    from
      had
    order by
      field_id,
      key
  )
insert into
  profile_value (store_id, field_id, key, hash, profile_id, value)
select
  $3,
  k.field_id,
  k.key,
  k.hash,
  coalesce(v.profile_id, k.profile_id),
  case
    when k.many
    or v.hash is not null then k.shown
  end
from
  keyed k
  left join lateral (
    select
      hash,
      profile_id,
      value
    from
      profile_value
    where
      store_id = $4
      and field_id = k.field_id
      and key = k.key
      and hash = k.hash
    offset
      0
  ) v on true
where
  v.hash is null
  or v.profile_id is null
  or v.value is null
  and (
    k.many
    or k.profile_id <> v.profile_id
  )
on conflict (store_id, field_id, key, hash) do update
set
  profile_id = excluded.profile_id,
  value = excluded.value;
