-- rightOfPerson
select
  changed
  or r.name = 'owner'
  or r.permissions @> array[$1] as reads,
  changed
  or r.name = 'owner'
  or r.permissions @> array[$2] as sensitive
from
  store_member m
  left join role r on r.store_id = m.store_id
  and r.id = m.role_id
  cross join lateral (
    select
      m.removed_at is not null
      or r.updated_at >= $3::timestamptz
      or exists (
        select
        from
          audit_log l
        where
          l.store_id = m.store_id
          and l.at >= $4::timestamptz
          and l.action = 'member_role_changed'
          and l.subject_type = 'user'
          and l.subject_id = $5
      ) as changed
  ) c
where
  m.store_id = $6
  and m.user_id = $7
  and m.created_at < $8::timestamptz
  and coalesce(m.removed_at, 'infinity') >= $9::timestamptz
  -- The last visit is rounded to a quarter of an hour.
  and coalesce(m.seen_at, 'infinity') >= $10::timestamptz - interval '15 minutes';

-- rightOfProgram
select
  kind = 'token'
  or scopes @> array['profile-sensitive:read'] as sensitive,
  array(
    select
      f.field_id
    from
      credential_field f
    where
      f.store_id = c.store_id
      and f.credential_id = c.id
      and f.reads
    union
    select
      f.field_id
    from
      open_api_token t
      join open_api_field f on f.store_id = t.store_id
      and f.open_api_id = t.open_api_id
      and f.reads
    where
      t.store_id = c.store_id
      and t.token_id = c.id
  ) as field_ids
from
  credential c
where
  store_id = $1
  and id = $2
  and created_at < $3::timestamptz
  and (
    kind = 'token'
    or scopes @> array['profile:read']
  )
  and least(revoked_at, expires_at) >= $4::timestamptz
  -- Uses are written down every few seconds.
  and last_used_at >= $5::timestamptz - interval '1 hour';
