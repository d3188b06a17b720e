-- withdraw
with
  holders as materialized (
    select
      p.id,
      s.user_id,
      s.lifted
    from
      line_stop s
      cross join lateral (
        select distinct
          profile_id
        from
          identity
        where
          store_id = $1
          and kind = 'line'
          and value = s.user_id
        offset
          0
      ) i
      cross join lateral (
        select
          id,
          deleted_at,
          merged_into
        from
          profile
        where
          store_id = $2
          and id = i.profile_id
        offset
          0
      ) p
    where
      s.store_id = $3
      and s.user_id = any ($4::text[])
      and p.deleted_at is null
      and p.merged_into is null
  )
insert into
  consent_entry (
    store_id,
    profile_id,
    purpose_id,
    status,
    source,
    external_id
  )
select
  $5,
  h.id,
  c.id,
  'withdrawn',
  'line',
  min(h.user_id)
from
  holders h
  cross join consent_purpose c
where
  c.store_id = $6
  and not c.id = any (h.lifted)
  and 'withdrawn' is distinct from (
    select
      case
        when e.runs is null then e.status
      end
    from
      consent_entry e
    where
      e.store_id = $7
      and e.profile_id = h.id
      and e.purpose_id = c.id
    order by
      e.at desc,
      e.id desc
    limit
      1
  )
group by
  h.id,
  c.id
order by
  h.id,
  c.id
returning
  profile_id,
  purpose_id;
