-- moveHeld
with
  people as materialized (
    select
      id,
      (
        restricted_at is null
        and deleted_at is null
        and merged_into is null
      )
      and (
        (
          (
            exists (
              select
              from
                activity a
              where
                a.store_id = $1
                and a.type_id = $2::int
                and (
                  a.activity_at >= $3::timestamptz
                  and a.activity_at <= $4::timestamptz
                )
                and a.profile_id = profile.id
              offset
                0
            )
          )
          and (
            (
              exists (
                select
                from
                  activity a
                where
                  a.store_id = $5
                  and a.type_id = $6::int
                  and (
                    a.activity_at >= $7::timestamptz
                    and a.activity_at <= $8::timestamptz
                  )
                  and a.profile_id = profile.id
                offset
                  0
              )
            ) is not true
          )
          and (
            (
              (
                (
                  (
                    "first_name" like $9
                    and (
                      "first_name" like $10
                      or rule_text ("first_name") like $11
                    )
                  )
                ) is not true
              )
              or (
                (
                  select
                    coalesce(sum((a.fields ->> $12)::numeric), 0)::double precision
                  from
                    activity a
                  where
                    a.store_id = $13::int
                    and a.type_id = $14::int
                    and a.activity_at <= $15::timestamptz
                    and a.activity_at >= ($16::date - $17::int)::timestamp at time zone $18::text
                    and a.profile_id = profile.id
                    and jsonb_typeof(a.fields -> $19) = 'number'
                ) >= $20::double precision
              )
            )
          )
          and (
            (
              exists (
                select
                from
                  profile_label
                where
                  profile_id = profile.id
                  and store_id = $21
                  and label_id = any ($22::int[])
                  and source <> 'manual_remove'
                offset
                  0
              )
            ) is not true
          )
        )
      ) is true as so
    from
      profile
    where
      store_id = $23
      and id = any ($24::bigint[])
      and deleted_at is null
      and merged_into is null
  ),
  joins as (
    insert into
      profile_label (store_id, label_id, profile_id, source)
    select
      $25,
      $26,
      people.id,
      'rule'
    from
      people
      left join profile_label x on x.store_id = $27
      and x.label_id = $28
      and x.profile_id = people.id
    where
      people.so
      and x.profile_id is null
    returning
      1
  ),
  leaves as (
    delete from profile_label x using people
    where
      x.store_id = $29
      and x.label_id = $30
      and x.profile_id = people.id
      and not people.so
      and x.source = 'rule'
    returning
      x.profile_id
  ),
  departures as (
    insert into
      segment_departure (store_id, label_id, profile_id)
    select
      $31,
      $32::int,
      profile_id
    from
      leaves
    order by
      profile_id
    on conflict (store_id, label_id, profile_id) do update
    set
      left_at = excluded.left_at
  )
select
  (
    select
      count(*)
    from
      joins
  ) as joined,
  (
    select
      count(*)
    from
      leaves
  ) as left;
