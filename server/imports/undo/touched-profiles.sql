-- touchedProfiles
select
  id
from
  profile
where
  store_id = $1
  and id = any (
    array(
      select
        id
      from
        (
          select
            r.profile_id as id
          from
            run_record r
          where
            r.store_id = $2
            and r.run = $3
            and r.record_no > $4
            and r.record_no <= $5
            and r.status = 'added'
          union all
          select distinct
            r.profile_id
          from
            run_record r
          where
            r.store_id = $6
            and r.run = $7
            and r.record_no > $8
            and r.record_no <= $9
            and r.status = 'updated'
            and not exists (
              select
              from
                profile x
              where
                x.store_id = $10
                and x.id = r.profile_id
                and x.origin_run is not distinct from $11
              offset
                0
            )
          union all
          select distinct
            r.profile_id
          from
            run_record r
          where
            r.store_id = $12
            and r.run = $13
            and r.record_no > $14
            and r.record_no <= $15
            and r.status = 'conflict'
            and r.adds_activity
            and exists (
              select
              from
                profile x
              where
                x.store_id = $16
                and x.id = r.profile_id
                and x.origin_run is distinct from $17
              offset
                0
            )
            and not exists (
              select
              from
                (
                  select
                    run,
                    record_no,
                    at,
                    changes
                  from
                    run_record
                  where
                    store_id = $18
                    and profile_id = r.profile_id
                    and changes is not null
                  offset
                    0
                ) e
              where
                e.run = $19
              offset
                0
            )
          union all
          select distinct
            r.profile_id
          from
            run_record r
          where
            (
              array(
                select
                  id
                from
                  run
                where
                  store_id = $20
                  and undone_at is not null
              )
            ) <> '{}'
            and r.store_id = $21
            and r.run = $22
            and r.record_no > $23
            and r.record_no <= $24
            and r.status = 'duplicated'
            and r.matched_by is not null
            and exists (
              select
              from
                profile x
              where
                x.store_id = $25
                and x.id = r.profile_id
                and x.origin_run is distinct from $26
                and x.sources -> r.matched_by::text ->> 0 = 'run'
                and x.sources -> r.matched_by::text ->> 1 = any (
                  (
                    array(
                      select
                        id
                      from
                        run
                      where
                        store_id = $27
                        and undone_at is not null
                    )
                  )::text[]
                )
              offset
                0
            )
            and not exists (
              select
              from
                (
                  select
                    run,
                    record_no,
                    at,
                    changes
                  from
                    run_record
                  where
                    store_id = $28
                    and profile_id = r.profile_id
                    and changes is not null
                  offset
                    0
                ) e
              where
                e.run = $29
              offset
                0
            )
        ) touched
    )
  )
order by
  id
for update;
