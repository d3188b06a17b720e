-- pairSameLine
with
  met as materialized (
    select distinct
      p.id,
      i.profile_id as holder,
      i.kept
    from
      (
        select
          p.id,
          p.line_user_id as value
        from
          unnest($1::bigint[]) w (id)
          cross join lateral (
            select
              id,
              line_user_id,
              deleted_at,
              merged_into
            from
              profile
            where
              store_id = $2
              and id = w.id
            offset
              0
          ) p
        where
          p.deleted_at is null
          and p.merged_into is null
      ) p
      cross join lateral (
        select
          profile_id,
          kept
        from
          identity
        where
          store_id = $3
          and kind = 'line'
          and value = p.value
        offset
          0
      ) i
    where
      i.profile_id <> p.id
  ),
  held as materialized (
    select
      id
    from
      profile
    where
      store_id = $4
      and id = any (
        array(
          select
            id
          from
            met
          union
          select
            holder
          from
            met
        )
      )
    order by
      id
    for key share
  )
insert into
  profile_duplicate as d (
    store_id,
    low_id,
    high_id,
    score,
    gain,
    reasons,
    chosen
  )
select
  $5,
  least(met.id, holder),
  greatest(met.id, holder),
  1,
  $6,
  array['same_line'],
  bool_or(kept)
from
  met
  join held one on one.id = met.id
  join held other on other.id = met.holder
group by
  2,
  3
order by
  2,
  3
on conflict (store_id, low_id, high_id) do update
set
  score = greatest(d.score, excluded.score),
  gain = greatest(d.gain, excluded.gain),
  chosen = d.chosen
  or excluded.chosen,
  reasons = array_append(array_remove(d.reasons, 'same_line'), 'same_line')
where
  d.status = 'open';
