-- endsOf
select distinct
  on (i.id) i.id as incident_id,
  l.at,
  l.user_id,
  act.how
from
  (
    select
      id,
      kind,
      from_at,
      subject_id::text as subject
    from
      incident
    where
      store_id = $1
      and id = any ($2::int[])
  ) i
  join (
    values
      ('person', 'user', 'member_removed', 'removed'),
      ('person', 'user', 'member_left', 'left'),
      (
        'program',
        'api_key',
        'api_key_revoked',
        'revoked'
      ),
      (
        'program',
        'api_key',
        'api_key_rotated',
        'rotated'
      ),
      (
        'program',
        'api_token',
        'api_token_deleted',
        'deleted'
      ),
      (
        'program',
        'api_token',
        'api_token_rotated',
        'rotated'
      ),
      (
        'program',
        'api_token',
        'api_token_switched',
        'switched_off'
      ),
      (
        'sql',
        'sql_login',
        'sql_login_removed',
        'deleted'
      ),
      (
        'sql',
        'sql_login',
        'sql_login_created',
        'rotated'
      )
  ) act (kind, subject_type, action, how) on act.kind = i.kind
  join audit_log l on l.store_id = $3
  and l.action = act.action
  and l.subject_type = act.subject_type
  and l.at >= i.from_at
  and (
    i.kind = 'sql'
    or l.subject_id = i.subject
  )
where
  case l.action
    when 'sql_login_created' then l.details ->> 'rotate' = 'true'
    when 'api_token_switched' then l.details ->> 'status' = 'inactive'
    and not exists (
      select
      from
        audit_log later
      where
        later.store_id = $4
        and later.action = l.action
        and later.subject_type = l.subject_type
        and later.subject_id = l.subject_id
        and later.at > l.at
    )
    else l.at + make_interval(
      hours => coalesce((l.details ->> 'overlap_hours')::int, 0)
    ) <= now()
  end
order by
  i.id,
  l.at desc,
  l.id desc;
