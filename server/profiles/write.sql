-- writeValues
with
  given as materialized (
    select
      $1::jsonb as fields,
      $2::jsonb as sources
  ),
  held as materialized (
    select
      p.id,
      p.sources,
      jsonb_build_object('1', "p"."first_name") || p.custom as now
    from
      profile p
    where
      p.store_id = $3
      and p.id = any ($4::bigint[])
      and p.deleted_at is null
      and p.merged_into is null
      and (
        $5::timestamptz is null
        or p.updated_at = $6::timestamptz
      )
    order by
      p.id
    for no key update
  ),
  differing as materialized (
    select
      held.id,
      d.*
    from
      held
      cross join lateral (
        select
          jsonb_object_agg(
            f.key,
            jsonb_build_array(coalesce(held.now -> f.key, 'null'), f.value)
          ) as changes,
          jsonb_object_agg(f.key, coalesce(held.sources -> f.key, 'null')) as previous,
          jsonb_object_agg(
            f.key,
            coalesce(
              (
                select
                  sources
                from
                  given
              ) -> held.id::text -> f.key,
              $7::jsonb
            )
          ) as sources
        from
          jsonb_each(
            (
              select
                fields
              from
                given
            ) -> held.id::text
          ) f
        where
          coalesce(held.now -> f.key, 'null') is distinct from f.value
      ) d
    where
      d.changes is not null
  ),
  writing as materialized (
    select
      coalesce(array_agg(id), '{}') as ids,
      jsonb_object_agg(id::text, sources) as sources
    from
      differing
  ),
  written as (
    update profile p
    set
      updated_at = greatest(
        clock_timestamp(),
        updated_at + interval '1 microsecond'
      ),
      sources = jsonb_strip_nulls(
        p.sources || (
          (
            select
              sources
            from
              writing
          ) -> p.id::text
        )
      ),
      "first_name" = case
        when (
          (
            select
              fields
            from
              given
          ) -> p.id::text
        ) ? '1' then (
          (
            (
              select
                fields
              from
                given
            ) -> p.id::text
          ) ->> '1'
        )::text
        else p."first_name"
      end,
      custom = jsonb_strip_nulls(
        (
          p.custom || (
            (
              select
                fields
              from
                given
            ) -> p.id::text
          )
        ) - $8::text[]
      )
    where
      p.store_id = $9
      and p.id = any (
        (
          select
            ids
          from
            writing
        )::bigint[]
      )
  ),
  recorded as (
    insert into
      profile_change (
        store_id,
        source,
        source_id,
        job,
        profile_id,
        changes,
        previous
      )
    select
      $10::int,
      $11,
      $12::bigint,
      $13::int,
      r.profile_id,
      r.changes,
      r.previous
    from
      (
        select
          id as profile_id,
          changes,
          previous
        from
          differing
      ) r
    order by
      r.profile_id
  )
select
  id
from
  differing;
