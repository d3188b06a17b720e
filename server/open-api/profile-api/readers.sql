-- programsOf
with
  listed as (
    select
      f.credential_id,
      f.field_id,
      f.reads,
      f.writes,
      f.last_read_at,
      f.last_written_at
    from
      credential_field f
    where
      f.store_id = $1
    union all
    select
      t.token_id,
      f.field_id,
      f.reads,
      f.writes,
      null,
      null
    from
      open_api_token t
      join open_api a on a.store_id = t.store_id
      and a.id = t.open_api_id
      and a.status = 'active'
      join open_api_field f on f.store_id = a.store_id
      and f.open_api_id = a.id
    where
      t.store_id = $2
  ),
  merged as (
    -- 'overwrite' comes after 'fill'.
    select
      credential_id,
      field_id,
      bool_or(reads) as read,
      max(writes) as write,
      max(last_read_at) as last_read_at,
      max(last_written_at) as last_written_at
    from
      listed
    group by
      1,
      2
  )
select
  credential.id,
  kind,
  name,
  scopes,
  case
    when credential.status = 'active'
    and expires_at <= now() then 'expired'
    else credential.status
  end as status,
  (
    select
      coalesce(
        json_agg(
          to_jsonb(m) - 'credential_id'
          order by
            m.field_id
        ),
        '[]'
      )
    from
      merged m
    where
      m.credential_id = credential.id
  ) as fields
from
  credential
where
  store_id = $3
  and status <> 'revoked'
order by
  name collate "th-x-icu",
  credential.id;
