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
      and p.deleted_at is null
      and p.merged_into is null
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
  ) merge into profile_value v using keyed k on v.store_id = $3
  and v.field_id = k.field_id
  and v.key = k.key
  and v.hash = k.hash when matched
  and v.profile_id is null
  or v.value is null
  and (
    k.many
    or k.profile_id <> v.profile_id
  ) then
update
set
  profile_id = coalesce(v.profile_id, k.profile_id),
  value = k.shown when not matched then insert (store_id, field_id, key, hash, profile_id, value)
values
  (
    $4,
    k.field_id,
    k.key,
    k.hash,
    k.profile_id,
    case
      when k.many then k.shown
    end
  );
