-- moveLocked
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
                (
                  select
                    id,
                    activity_at,
                    fields
                  from
                    activity
                  where
                    store_id = $1
                    and (profile_id, type_id) >= (profile.id, $2::int)
                    and (profile_id, type_id) <= (profile.id, $3::int)
                  offset
                    0
                ) a
              where
                (
                  a.activity_at >= $4::timestamptz
                  and a.activity_at <= $5::timestamptz
                )
              offset
                0
            )
          )
          and (
            (
              exists (
                select
                from
                  (
                    select
                      id,
                      activity_at,
                      fields
                    from
                      activity
                    where
                      store_id = $6
                      and (profile_id, type_id) >= (profile.id, $7::int)
                      and (profile_id, type_id) <= (profile.id, $8::int)
                    offset
                      0
                  ) a
                where
                  (
                    a.activity_at >= $9::timestamptz
                    and a.activity_at <= $10::timestamptz
                  )
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
                    "first_name" like $11
                    and (
                      "first_name" like $12
                      or rule_text ("first_name") like $13
                    )
                  )
                ) is not true
              )
              or (
                (
                  select
                    coalesce(sum((a.fields ->> $14)::numeric), 0)::double precision
                  from
                    (
                      select
                        id,
                        activity_at,
                        fields
                      from
                        activity
                      where
                        store_id = $15::int
                        and (profile_id, type_id) >= (profile.id, $16::int)
                        and (profile_id, type_id) <= (profile.id, $17::int)
                      offset
                        0
                    ) a
                  where
                    a.activity_at <= $18::timestamptz
                    and a.activity_at >= ($19::date - $20::int)::timestamp at time zone $21::text
                    and jsonb_typeof(a.fields -> $22) = 'number'
                ) >= $23::double precision
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
                  and store_id = $24
                  and label_id = any ($25::int[])
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
      store_id = $26
      and id = any ($27::bigint[])
      and num_nulls ("profile"."deleted_at", "profile"."merged_into") = 2
  ),
  joins as (
    insert into
      profile_label (store_id, label_id, profile_id, source)
    select
      $28,
      $29,
      id,
      'rule'
    from
      people
    where
      so
    on conflict (store_id, label_id, profile_id) do nothing
    returning
      1
  ),
  leaves as (
    delete from profile_label
    where
      store_id = $30
      and source = 'rule'
      and ctid = any (
        array(
          select
            x.place
          from
            (
              select
                id
              from
                people
              where
                not so
            ) who (id)
            cross join lateral (
              select
                ctid as place
              from
                profile_label
              where
                store_id = $31
                and label_id = $32
                and profile_id = who.id
              offset
                0
            ) x
        )
      )
    returning
      profile_id
  ),
  departures as (
    insert into
      segment_departure (store_id, label_id, profile_id)
    select
      $33,
      $34::int,
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
