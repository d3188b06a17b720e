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
                  and (rule_text ("first_name") like $6) is not true
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
                  a.store_id = $7::int
                  and a.type_id = $8::int
                  and a.activity_at <= $9::timestamptz
                  and a.activity_at > $10::timestamptz - make_interval(days => $11::int)
                group by
                  a.profile_id
                having
                  coalesce(
                    sum((a.fields ->> $12::text)::numeric) filter (
                      where
                        jsonb_typeof(a.fields -> $13::text) = 'number'
                    ),
                    0
                  )::double precision >= $14::double precision
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
            a.store_id = $15
            and a.type_id = $16::int
            and (
              a.activity_at >= $17::timestamptz
              and a.activity_at <= $18::timestamptz
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
            store_id = $19
            and label_id = any ($20::int[])
            and source <> 'manual_remove'
        ) one
    )
  ) m;
