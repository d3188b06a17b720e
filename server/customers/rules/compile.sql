-- compileRule
select
  id
from
  (
    select
      id
    from
      (
        select
          id
        from
          (
            select
              a.profile_id as id
            from
              activity a
            where
              a.store_id = $1
              and a.type_id = $2::int
              and (
                a.activity_at >= $3::timestamptz
                and a.activity_at <= $4::timestamptz
              )
            group by
              a.profile_id
          ) one
        intersect
        select
          id
        from
          (
            select
              id
            from
              (
                select
                  id
                from
                  profile
                where
                  store_id = $5
                  and deleted_at is null
                  and merged_into is null
                  and (
                    (
                      "first_name" like $6
                      and (
                        "first_name" like $7
                        or rule_text ("first_name") like $8
                      )
                    )
                  ) is not true
              ) one
            union
            select
              id
            from
              (
                select
                  a.profile_id as id
                from
                  activity a
                where
                  a.store_id = $9::int
                  and a.type_id = $10::int
                  and a.activity_at <= $11::timestamptz
                  and a.activity_at >= ($12::date - $13::int)::timestamp at time zone $14::text
                group by
                  a.profile_id
                having
                  coalesce(
                    sum((a.fields -> $15::text)::numeric) filter (
                      where
                        jsonb_typeof(a.fields -> $16::text) = 'number'
                    ),
                    0
                  )::double precision >= $17::double precision
              ) one
          ) one
      ) these
    except
    (
      select
        id
      from
        (
          select
            a.profile_id as id
          from
            activity a
          where
            a.store_id = $18
            and a.type_id = $19::int
            and (
              a.activity_at >= $20::timestamptz
              and a.activity_at <= $21::timestamptz
            )
          group by
            a.profile_id
        ) one
      union
      select
        id
      from
        (
          select
            profile_id as id
          from
            profile_label
          where
            store_id = $22
            and label_id = any ($23::int[])
            and source <> 'manual_remove'
        ) one
    )
  ) m;
