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
              ((rule_text ("first_name") like $9) is not true)
              or (
                (
                  select
                    coalesce(sum((a.fields ->> $10)::numeric), 0)::double precision
                  from
                    activity a
                  where
                    a.store_id = $11::int
                    and a.type_id = $12::int
                    and a.activity_at <= $13::timestamptz
                    and a.activity_at > $14::timestamptz - make_interval(days => $15::int)
                    and a.profile_id = profile.id
                    and jsonb_typeof(a.fields -> $16) = 'number'
                ) >= $17::double precision
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
                  and store_id = $18
                  and label_id = any ($19::int[])
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
      store_id = $20
      and id = any ($21::bigint[])
      and deleted_at is null
      and merged_into is null
  ),
  joins as (
    insert into
      profile_label (store_id, label_id, profile_id, source)
    select
      $22,
      $23,
      people.id,
      'rule'
    from
      people
      left join profile_label x on x.store_id = $24
      and x.label_id = $25
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
      x.store_id = $26
      and x.label_id = $27
      and x.profile_id = people.id
      and not people.so
      and x.source = 'rule'
    returning
      1
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
