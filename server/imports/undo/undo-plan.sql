-- undoPlan
insert into
  pg_temp.undo_fate
select
  id,
  made,
  live,
  updated_at,
  sources,
  now,
  met_at,
  met_sources,
  restored,
  kept,
  befores,
  put,
  put_sources,
  removed
from
  (
    with
      met as materialized (
        select
          p.id,
          p.updated_at,
          p.sources,
          p.origin_run,
          p.origin_run is not distinct from $1 as made,
          p.deleted_at is null
          and p.merged_into is null as live,
          a.alone,
          p.origin_run = $2
          and p.sources = '{}'
          and a.alone as untouched,
          n.updated_at as met_at,
          coalesce(n.sources, '{}') as met_sources,
          coalesce(n.befores, '{}') as told,
          case
            when p.origin_run = $3
            and p.sources = '{}'
            and a.alone then '{}'
            else (
              jsonb_build_object(
                '1',
                "p"."first_name",
                '2',
                "p"."last_name",
                '3',
                "p"."first_name_en",
                '4',
                "p"."last_name_en",
                '5',
                "p"."prefix_name",
                '6',
                "p"."workplace",
                '7',
                "p"."workplace_en",
                '8',
                "p"."birth_date",
                '9',
                "p"."phone",
                '10',
                "p"."citizen_id",
                '11',
                "p"."email",
                '12',
                "p"."gender",
                '13',
                "p"."age",
                '14',
                "p"."occupation",
                '15',
                "p"."business_type",
                '16',
                "p"."company",
                '17',
                "p"."address",
                '18',
                "p"."address_en",
                '19',
                "p"."income",
                '20',
                "p"."line_user_id",
                '21',
                "p"."line_display_name",
                '22',
                "p"."line_basic_id",
                '23',
                "p"."amount"
              ) || p.custom
            )
          end as now
        from
          (
            select
              unnest($4::bigint[]) as id
          ) who
          join lateral (
            select
              *
            from
              profile
            where
              store_id = $5
              and id = who.id
            offset
              0
          ) p on true
          left join lateral (
            select
              *
            from
              run_profile
            where
              store_id = $6
              and run = $7
              and profile_id = p.id
              and p.origin_run is distinct from $8
            offset
              0
          ) n on true
          cross join lateral (
            select
              (
                p.origin_run = $9
                or p.origin_run = any (
                  (
                    array(
                      select
                        id
                      from
                        run
                      where
                        store_id = $10
                        and undone_at is not null
                    )
                  )
                )
              )
              and p.merged_into is null
              and not exists (
                select
                  x.merged_into as id
                from
                  (
                    select
                      *
                    from
                      "profile" t
                    where
                      t.store_id = $11
                      and "t"."merged_into" = p.id
                  ) x
                where
                  x.merged_into is not null
                offset
                  0
              )
              and not exists (
                select
                  l.profile_id
                from
                  (
                    select
                      *
                    from
                      "profile_label" t
                    where
                      t.store_id = $12
                      and "t"."profile_id" = p.id
                  ) l
                where
                  l.source = 'manual_add'
                  and not exists (
                    select
                    from
                      profile_change c
                    where
                      c.store_id = $13
                      and c.profile_id = l.profile_id
                      and (
                        c.job is not null
                        and c.source <> 'undo'
                        or c.source = 'automation'
                      )
                      and c.changes ? ('label:' || l.label_id)
                      and not exists (
                        select
                        from
                          profile_change later
                        where
                          later.store_id = c.store_id
                          and later.profile_id = c.profile_id
                          and later.id > c.id
                          and later.changes ? ('label:' || l.label_id)
                          and later.source <> 'undo'
                          and not (
                            exists (
                              select
                              from
                                job
                              where
                                job.store_id = "later"."store_id"
                                and job.id = "later"."job"
                                and job.undone_at is not null
                            )
                            or "later"."source" = 'automation'
                            and exists (
                              select
                              from
                                automation_undo u
                              where
                                u.store_id = "later"."store_id"
                                and u.automation_id = "later"."source_id"
                                and u.ended_at >= "later"."at"
                                and ('label:' || l.label_id) = any (
                                  array(
                                    select
                                      f::text
                                    from
                                      unnest(u.field_ids) f
                                    union all
                                    select
                                      'label:' || l
                                    from
                                      unnest(u.label_ids) l
                                  )
                                )
                              offset
                                0
                            )
                          )
                        offset
                          0
                      )
                      and not (
                        exists (
                          select
                          from
                            job
                          where
                            job.store_id = "c"."store_id"
                            and job.id = "c"."job"
                            and job.undone_at is not null
                        )
                        or "c"."source" = 'automation'
                        and exists (
                          select
                          from
                            automation_undo u
                          where
                            u.store_id = "c"."store_id"
                            and u.automation_id = "c"."source_id"
                            and u.ended_at >= "c"."at"
                            and ('label:' || l.label_id) = any (
                              array(
                                select
                                  f::text
                                from
                                  unnest(u.field_ids) f
                                union all
                                select
                                  'label:' || l
                                from
                                  unnest(u.label_ids) l
                              )
                            )
                          offset
                            0
                        )
                      )
                    offset
                      0
                  )
                  or l.source = 'import'
                  and l.run_id is distinct from $14
                offset
                  0
              )
              and not exists (
                select
                  v.profile_id
                from
                  (
                    select
                      *
                    from
                      "activity" t
                    where
                      t.store_id = $15
                      and "t"."profile_id" = p.id
                  ) v
                where
                  v.run_id is distinct from $16
                  and not (
                    v.run_id is null
                    and v.created_by is null
                    and exists (
                      select
                      from
                        automation_act a
                      where
                        a.store_id = $17
                        and a.profile_id = v.profile_id
                        and a.kind = 'note'
                        and a.made_id = v.id
                      offset
                        0
                    )
                  )
                offset
                  0
              )
              and not exists (
                select
                  i.profile_id
                from
                  (
                    select
                      *
                    from
                      "identity" t
                    where
                      t.store_id = $18
                      and "t"."profile_id" = p.id
                  ) i
                  join profile o on o.store_id = $19
                  and o.id = i.profile_id
                where
                  (
                    i.kind <> 'line'
                    or i.kept
                  )
                  and i.value is distinct from o.line_user_id
                offset
                  0
              )
              and not exists (
                select
                  c.profile_id
                from
                  (
                    select
                      *
                    from
                      "consent_entry" t
                    where
                      t.store_id = $20
                      and "t"."profile_id" = p.id
                  ) c
                where
                  not (
                    c.runs is not null
                    and is_of_run_alone (c.runs, $21::int)
                  )
                offset
                  0
              ) as alone
            offset
              0
          ) a
      )
    select
      id,
      made,
      live,
      updated_at,
      sources,
      now,
      met_at,
      met_sources,
      0 as restored,
      0 as kept,
      '{}'::jsonb as befores,
      '{}'::jsonb as put,
      '{}'::jsonb as put_sources,
      true as removed
    from
      met
    where
      untouched
    union all
    select
      met.id,
      met.made,
      met.live,
      met.updated_at,
      met.sources,
      met.now,
      met.met_at,
      met.met_sources,
      back.restored + freed.restored as restored,
      back.kept,
      back.befores,
      new.put,
      new.put_sources,
      coalesce(met.alone, false)
      and not exists (
        select
        from
          jsonb_each(new.put_sources) s
        where
          s.value ->> 0 not in ('system', 'automation')
          and not (
            s.value ->> 0 = 'run'
            and s.value ->> 1 = any (
              (
                array(
                  select
                    id
                  from
                    run
                  where
                    store_id = $22
                    and undone_at is not null
                )
              )::text[]
            )
          )
          and not (
            met.made
            and coalesce(
              s.value ->> 0 = 'run'
              and s.value ->> 1 = $23,
              false
            )
          )
          and not (
            s.value ->> 0 = 'user'
            and exists (
              select
              from
                profile_change c
              where
                c.store_id = $24
                and c.profile_id = met.id
                and (
                  c.job is not null
                  and c.source <> 'undo'
                  or c.source = 'automation'
                )
                and c.changes ? (s.key)
                and not exists (
                  select
                  from
                    profile_change later
                  where
                    later.store_id = c.store_id
                    and later.profile_id = c.profile_id
                    and later.id > c.id
                    and later.changes ? (s.key)
                    and later.source <> 'undo'
                    and not (
                      exists (
                        select
                        from
                          job
                        where
                          job.store_id = "later"."store_id"
                          and job.id = "later"."job"
                          and job.undone_at is not null
                      )
                      or "later"."source" = 'automation'
                      and exists (
                        select
                        from
                          automation_undo u
                        where
                          u.store_id = "later"."store_id"
                          and u.automation_id = "later"."source_id"
                          and u.ended_at >= "later"."at"
                          and (s.key) = any (
                            array(
                              select
                                f::text
                              from
                                unnest(u.field_ids) f
                              union all
                              select
                                'label:' || l
                              from
                                unnest(u.label_ids) l
                            )
                          )
                        offset
                          0
                      )
                    )
                  offset
                    0
                )
                and not (
                  exists (
                    select
                    from
                      job
                    where
                      job.store_id = "c"."store_id"
                      and job.id = "c"."job"
                      and job.undone_at is not null
                  )
                  or "c"."source" = 'automation'
                  and exists (
                    select
                    from
                      automation_undo u
                    where
                      u.store_id = "c"."store_id"
                      and u.automation_id = "c"."source_id"
                      and u.ended_at >= "c"."at"
                      and (s.key) = any (
                        array(
                          select
                            f::text
                          from
                            unnest(u.field_ids) f
                          union all
                          select
                            'label:' || l
                          from
                            unnest(u.label_ids) l
                        )
                      )
                    offset
                      0
                  )
                )
              offset
                0
            )
          )
          and coalesce(new.put -> s.key, met.now -> s.key, 'null') <> 'null'
      ) as removed
    from
      met
      cross join lateral (
        select
          count(*) filter (
            where
              b.mine
          )::int as restored,
          count(*) filter (
            where
              not b.mine
          )::int as kept,
          coalesce(
            jsonb_object_agg(b.key, b.before) filter (
              where
                b.mine
            ),
            '{}'
          ) as put,
          coalesce(jsonb_object_agg(b.key, b.before), '{}') as befores
        from
          (
            select
              v.key,
              v.before,
              coalesce(
                met.sources -> v.key ->> 0 = 'run'
                and met.sources -> v.key ->> 1 = $25,
                false
              )
              and coalesce(
                case jsonb_typeof(v.before)
                  when 'null' then $26::jsonb ->> v.key is not null
                  when 'number' then $27::jsonb ->> v.key = 'Number'
                  when 'boolean' then $28::jsonb ->> v.key = 'Boolean'
                  else $29::jsonb ->> v.key = 'String'
                  or $30::jsonb ->> v.key = 'Date'
                  and v.before #>> '{}' ~ '^\d{4,}-\d\d-\d\d'
                end,
                false
              )
              and not (
                (
                  select
                    coalesce(max(id), 0)
                  from
                    (
                      select
                        id
                      from
                        run
                      where
                        store_id = $31
                        and id <> $32
                        and kind in ('real', 'stream')
                        and undone_at is null
                    ) others
                ) > $33
                and exists (
                  select
                  from
                    (
                      (
                        select
                          run,
                          matched_by
                        from
                          run_record
                        where
                          store_id = $34
                          and profile_id = met.id
                          and changes is not null
                        offset
                          0
                      )
                      union all
                      (
                        select
                          run,
                          matched_by
                        from
                          run_record
                        where
                          store_id = $35
                          and profile_id = met.id
                          and matched_by is not null
                          and changes is null
                        offset
                          0
                      )
                    ) later
                  where
                    later.matched_by::text = v.key
                    and later.run > $36
                    and later.run = any (
                      array(
                        select
                          id
                        from
                          (
                            select
                              id
                            from
                              run
                            where
                              store_id = $37
                              and id <> $38
                              and kind in ('real', 'stream')
                              and undone_at is null
                          ) others
                      )
                    )
                )
              ) as mine
            from
              (
                select distinct
                  on (c.key) c.key,
                  case
                    when met.told ? c.key then met.told -> c.key
                    else c.value -> 0
                  end as before
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
                      store_id = $39
                      and profile_id = met.id
                      and changes is not null
                    offset
                      0
                  ) r
                  cross join lateral jsonb_each(r.changes) c
                where
                  not met.made
                  and r.run = $40
                  and $41::jsonb ? c.key
                order by
                  c.key,
                  r.at nulls first,
                  r.record_no
              ) v
          ) b
      ) back
      cross join lateral (
        select
          (
            select
              coalesce(
                jsonb_object_agg(
                  s.key,
                  case
                    when back.put ? s.key then met.met_sources -> s.key
                    else s.value
                  end
                ) filter (
                  where
                    not back.put ? s.key
                    or met.met_sources ? s.key
                ),
                '{}'
              )
            from
              jsonb_each(met.sources) s
          ) as put_sources
      ) own
      cross join lateral (
        select
          coalesce(array_agg(s.key), '{}') as keys,
          count(*) filter (
            where
              not back.put ? s.key
          )::int as restored,
          coalesce(jsonb_object_agg(s.key, x.before), '{}') as put,
          coalesce(
            jsonb_object_agg(s.key, x.sources -> s.key) filter (
              where
                x.sources ? s.key
            ),
            '{}'
          ) as sources
        from
          jsonb_each(own.put_sources) s
          cross join lateral (
            select
              n.sources,
              coalesce(
                n.befores -> s.key,
                (
                  select
                    c.changes -> s.key -> 0
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
                        store_id = $42
                        and profile_id = met.id
                        and changes is not null
                      offset
                        0
                    ) c
                  where
                    c.run = n.run
                    and c.changes ? s.key
                  order by
                    c.at nulls first,
                    c.record_no
                  limit
                    1
                )
              ) as before
            from
              run_profile n
            where
              n.store_id = $43
              and n.profile_id = met.id
              and n.run = (s.value ->> 1)::int
            offset
              0
          ) x
        where
          (
            array(
              select
                id
              from
                run
              where
                store_id = $44
                and undone_at is not null
            )
          ) <> '{}'
          and s.value ->> 0 = 'run'
          and s.value ->> 1 = any (
            (
              array(
                select
                  id
                from
                  run
                where
                  store_id = $45
                  and undone_at is not null
              )
            )::text[]
          )
          and $46::jsonb ? s.key
          and met.origin_run::text is distinct from s.value ->> 1
          and coalesce(
            case jsonb_typeof(x.before)
              when 'null' then $47::jsonb ->> s.key is not null
              when 'number' then $48::jsonb ->> s.key = 'Number'
              when 'boolean' then $49::jsonb ->> s.key = 'Boolean'
              else $50::jsonb ->> s.key = 'String'
              or $51::jsonb ->> s.key = 'Date'
              and x.before #>> '{}' ~ '^\d{4,}-\d\d-\d\d'
            end,
            false
          )
          and not (
            (
              select
                coalesce(max(id), 0)
              from
                (
                  select
                    id
                  from
                    run
                  where
                    store_id = $52
                    and id <> $53
                    and kind in ('real', 'stream')
                    and undone_at is null
                ) others
            ) > (s.value ->> 1)::int
            and exists (
              select
              from
                (
                  (
                    select
                      run,
                      matched_by
                    from
                      run_record
                    where
                      store_id = $54
                      and profile_id = met.id
                      and changes is not null
                    offset
                      0
                  )
                  union all
                  (
                    select
                      run,
                      matched_by
                    from
                      run_record
                    where
                      store_id = $55
                      and profile_id = met.id
                      and matched_by is not null
                      and changes is null
                    offset
                      0
                  )
                ) later
              where
                later.matched_by::text = s.key
                and later.run > (s.value ->> 1)::int
                and later.run = any (
                  array(
                    select
                      id
                    from
                      (
                        select
                          id
                        from
                          run
                        where
                          store_id = $56
                          and id <> $57
                          and kind in ('real', 'stream')
                          and undone_at is null
                      ) others
                  )
                )
            )
          )
      ) freed
      cross join lateral (
        select
          back.put || freed.put as put,
          (own.put_sources - freed.keys) || freed.sources as put_sources
      ) new
    where
      met.untouched is not true
  ) fate
returning
  id,
  live,
  removed;
