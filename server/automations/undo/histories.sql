-- readHistories
select
  p.id,
  num_nulls ("p"."deleted_at", "p"."merged_into") = 2 as live,
  to_jsonb(p.updated_at) #>> '{}' as updated_at,
  p.sources,
  (
    jsonb_build_object('1', "p"."first_name") || p.custom
  ) as now,
  coalesce(
    (
      select
        jsonb_object_agg(
          l.label_id,
          jsonb_build_object(
            'source',
            l.source,
            'run_id',
            l.run_id,
            'run_undone',
            exists (
              select
              from
                run
              where
                store_id = l.store_id
                and id = l.run_id
                and undone_at is not null
            )
          )
        )
      from
        profile_label l
      where
        l.store_id = $1
        and l.profile_id = p.id
        and l.label_id = any ($2::int[])
    ),
    '{}'
  ) as labels,
  coalesce(
    (
      select
        jsonb_agg(
          jsonb_build_object(
            'id',
            c.id,
            'source',
            c.source,
            'source_id',
            c.source_id,
            'undone',
            (
              exists (
                select
                from
                  job
                where
                  job.store_id = c.store_id
                  and job.id = c.job
                  and job.undone_at is not null
              )
              or c.source = 'merge'
              and exists (
                select
                from
                  profile_merge m
                where
                  m.store_id = c.store_id
                  and m.id = c.source_id
                  and m.undone_at is not null
              )
            ),
            'at',
            c.at,
            'job',
            c.job,
            'befores',
            coalesce(c.befores, '{}'),
            'changes',
            c.changes,
            'previous',
            c.previous,
            'met_at',
            c.met_at,
            'rose_at',
            c.rose_at
          )
          order by
            c.id
        )
      from
        profile_change c
      where
        c.store_id = $3
        and c.profile_id = p.id
        and c.changes ?| $4::text[]
    ),
    '[]'
  ) as entries,
  coalesce(
    (
      select
        jsonb_object_agg(
          n.run,
          jsonb_build_object(
            'sources',
            n.sources,
            'befores',
            f.befores || n.befores
          )
        )
      from
        run_profile n
        join run on run.store_id = n.store_id
        and run.id = n.run
        and run.undone_at is not null
        cross join lateral (
          select
            coalesce(jsonb_object_agg(b.key, b.before), '{}') as befores
          from
            (
              select distinct
                on (v.key) v.key,
                v.value -> 0 as before
              from
                run_record r
                cross join lateral jsonb_each(r.changes) v
              where
                r.store_id = $5
                and r.profile_id = p.id
                and r.run = n.run
                and r.changes is not null
              order by
                v.key,
                r.record_no
            ) b
        ) f
      where
        n.store_id = $6
        and n.profile_id = p.id
    ),
    '{}'
  ) as undone,
  coalesce(
    (
      select
        jsonb_agg(r.id)
      from
        run r
      where
        r.store_id = $7
        and r.undone_at is not null
        and r.id in (
          select
            (v.value ->> 1)::bigint
          from
            profile_change c
            cross join lateral jsonb_each(c.previous) v
          where
            c.store_id = $8
            and c.profile_id = p.id
            and v.key = any ($9::text[])
            and v.value ->> 0 = 'run'
        )
    ),
    '[]'
  ) as givers,
  coalesce(
    (
      select
        jsonb_object_agg(m.id, m.gone_id)
      from
        profile_merge m
      where
        m.store_id = $10
        and m.kept_id = p.id
        and m.undone_at is null
    ),
    '{}'
  ) as merged
from
  profile p
where
  p.store_id = $11
  and p.id = any ($12::bigint[])
order by
  p.id;
