-- writeValues
with
  given as materialized (
    select
      $1::jsonb as fields,
      $2::jsonb as sources,
      $3::jsonb as times
  ),
  held as materialized (
    select
      p.id,
      p.updated_at,
      p.sources,
      jsonb_build_object('1', "p"."first_name") || p.custom as now
    from
      profile p
    where
      p.store_id = $4
      and p.id = any ($5::bigint[])
      and num_nulls ("p"."deleted_at", "p"."merged_into") = 2
      and (
        $6::timestamptz is null
        or p.updated_at = $7::timestamptz
      )
    order by
      p.id
    for no key update
  ),
  differing as materialized (
    select
      held.id,
      held.updated_at as met_at,
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
              $8::jsonb
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
      updated_at = coalesce(
        (
          (
            select
              times
            from
              given
          ) ->> p.id::text
        )::timestamptz,
        greatest(
          clock_timestamp(),
          updated_at + interval '1 microsecond'
        )
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
        ) - $9::text[]
      )
    where
      p.store_id = $10
      and p.id = any (
        (
          select
            ids
          from
            writing
        )::bigint[]
      )
    returning
      p.id,
      p.updated_at
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
        previous,
        met_at,
        rose_at
      )
    select
      $11::int,
      $12,
      $13::bigint,
      $14::int,
      r.profile_id,
      r.changes,
      r.previous,
      r.met_at,
      r.rose_at
    from
      (
        select
          id as profile_id,
          changes,
          previous,
          met_at,
          (
            (
              select
                jsonb_object_agg(written.id::text, written.updated_at)
              from
                written
            ) ->> id::text
          )::timestamptz as rose_at
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

-- setDeleted
with
  given as materialized (
    select
      $1::jsonb as times
  ),
  held as materialized (
    select
      p.id,
      p.updated_at as met_at
    from
      profile p
    where
      p.store_id = $2
      and p.id = any ($3::bigint[])
      and p.merged_into is null
      and p.deleted_at > now() - make_interval(days => $4)
    order by
      p.id
    for no key update
  ),
  written as (
    update profile p
    set
      deleted_at = null,
      updated_at = coalesce(
        (
          (
            select
              times
            from
              given
          ) ->> p.id::text
        )::timestamptz,
        greatest(
          clock_timestamp(),
          updated_at + interval '1 microsecond'
        )
      )
    where
      p.store_id = $5
      and p.id = any (
        array(
          select
            id
          from
            held
        )
      )
      and p.merged_into is null
      and p.deleted_at > now() - make_interval(days => $6)
    returning
      p.id,
      p.updated_at
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
        previous,
        met_at,
        rose_at
      )
    select
      $7::int,
      $8,
      $9::bigint,
      $10::int,
      r.profile_id,
      r.changes,
      r.previous,
      r.met_at,
      r.rose_at
    from
      (
        select
          id as profile_id,
          '{}'::jsonb as previous,
          met_at,
          (
            (
              select
                jsonb_object_agg(written.id::text, written.updated_at)
              from
                written
            ) ->> id::text
          )::timestamptz as rose_at,
          jsonb_build_object(
            'deleted',
            jsonb_build_array($11::boolean, $12::boolean)
          ) as changes
        from
          held
      ) r
    order by
      r.profile_id
  )
select
  id
from
  held;
