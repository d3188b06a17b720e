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
    external_id,
    version,
    evidence
  )
select
  $5,
  h.id,
  c.id,
  'withdrawn',
  'line',
  min(h.user_id),
  coalesce(
    (
      select
        max(wording.version)
      from
        consent_wording wording
      where
        wording.store_id = $6
        and wording.purpose_id = c.id
        and wording.since is not null
        and (
          null::date is null
          or wording.since < (null::date + 1)::timestamp at time zone(
            select
              time_zone
            from
              store
            where
              store_id = $7
          )
        )
    ),
    1
  ),
  $8::jsonb
from
  holders h
  cross join consent_purpose c
where
  c.store_id = $9
  and not c.id = any (h.lifted)
  and not (
    coalesce(
      (
        select
          ledger_entry.status = 'withdrawn'
          and ledger_entry.runs is null
        from
          consent_entry ledger_entry
        where
          ledger_entry.store_id = $10
          and ledger_entry.profile_id = h.id
          and ledger_entry.purpose_id = c.id
          and not ledger_entry.guardian
        order by
          ledger_entry.at desc,
          ledger_entry.id desc
        limit
          1
      ),
      false
    )
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
