-- saveAnswers
with
  asked as materialized (
    select
      *
    from
      (
        select
          decode(error -> 'name' ->> 'key', 'hex') as key,
          decode(error -> 'name' ->> 'who', 'hex') as who,
          error -> 'people' as people,
          $1
          or error #>> '{doubts,0}' = 'changed_name' as renames
        from
          run_record
        where
          store_id = $2
          and run = $3
          and status = 'conflict'
          and error ->> 'failure' = 'maybe_somebody_else'
          and error ? 'name'
          and error ? 'people'
          and (
            $4::int[] is null
            or record_no = any ($5::int[])
          )
          and (
            $6::text is null
            or held_group = $7
          )
          and (
            $8
            or held_group is null
            or split_part(held_group, ':', 3) <> '0'
          )
          and not exists (
            select
            from
              jsonb_array_elements(error -> 'people') p
            where
              (p ->> 'field')::int = any ($9::int[])
          )
        offset
          0
      ) r
    where
      $10
      or not exists (
        select
        from
          match_answer a
        where
          a.store_id = $11
          and a.answered_at > $12::timestamptz
          and a.key_hash = r.key
          and a.row_hash = r.who
      )
  ),
  meant as materialized (
    select
      a.key,
      a.who,
      a.renames,
      p.id,
      p.who as person
    from
      asked a
      cross join lateral (
        select
          (e ->> 'id')::bigint as id,
          e ->> 'who' as who
        from
          jsonb_array_elements(a.people) with ordinality x (e, place)
        where
          $13::bigint is null
          or (e ->> 'id')::bigint = $14
        order by
          place
        limit
          1
      ) p
    where
      $15 = 'other'
      or $16::bigint is not null
      or jsonb_array_length(a.people) = 1
  ),
  -- Saves nothing about a customer who is being erased.
  there as materialized (
    select
      id
    from
      profile
    where
      store_id = $17
      and id in (
        select
          id
        from
          meant
      )
      and deleted_at is null
    order by
      id
    for key share
  ),
  saved as (
    insert into
      match_answer (
        store_id,
        key_hash,
        row_hash,
        same,
        renames,
        profile_id,
        person_hash,
        answered_by
      )
    select distinct
      on (key, who) $18::int,
      key,
      who,
      $19 = 'same',
      coalesce(renames, false),
      case
        when id > 0 then id
      end,
      decode(person, 'hex'),
      $20::int
    from
      meant
    where
      id < 0
      or id in (
        select
          id
        from
          there
      )
    order by
      key,
      who
    on conflict (store_id, key_hash, row_hash) do update
    set
      same = excluded.same,
      renames = excluded.renames,
      profile_id = excluded.profile_id,
      person_hash = excluded.person_hash,
      added_id = null,
      answered_by = excluded.answered_by,
      answered_at = excluded.answered_at
  )
select
  count(*)::int as answered
from
  meant
where
  id < 0
  or id in (
    select
      id
    from
      there
  );
