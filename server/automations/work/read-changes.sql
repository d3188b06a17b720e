-- readChanges
select
  id,
  position,
  kind,
  subject_id,
  to_jsonb(profile_ids) as profile_ids,
  to_jsonb(activity_ids) as activity_ids,
  details,
  at,
  origin,
  transaction_id::text,
  left_out
from
  (
    select
      *,
      coalesce(sum(cardinality(profile_ids)) over before, 0) >= $1::int as left_out
    from
      (
        select
          id,
          position,
          kind,
          subject_id,
          profile_ids,
          activity_ids,
          details,
          at,
          origin,
          transaction_id
        from
          change
        where
          store_id = $2
          and position > $3::bigint
          and position <= $4::bigint
          and (
            kind = any ($5::text[])
            or (kind, subject_id) in (
              select
                *
              from
                unnest($6::text[], $7::bigint[])
            )
          )
        order by
          position
        limit
          $8
      ) c
    window
      before as (
        order by
          position rows between unbounded preceding
          and 1 preceding
      )
  ) d
order by
  position;
