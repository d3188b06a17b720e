-- receivers
select
  key,
  name,
  false as sensitive,
  facts
from
  (
    select
      1 as nth,
      'channel:' || id as key,
      name,
      jsonb_build_object(
        'kind',
        case type
          when 'facebook' then 'facebook'
          else 'line'
        end
      ) as facts
    from
      channel
    where
      store_id = $1
      and status <> 'inactive'
    union all
    select
      2,
      'program:' || c.id,
      c.name,
      jsonb_build_object(
        'kind',
        c.kind,
        'scopes',
        nullif(array_to_string(c.scopes, ' '), ''),
        'fields',
        (
          select
            count(distinct f.field_id)
          from
            (
              select
                field_id
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
            ) f
            join profile_api_field s on s.store_id = c.store_id
            and s.field_id = f.field_id
            and s.reads
        )
      )
    from
      credential c
    where
      c.store_id = $2
      and c.status = 'active'
      and c.expires_at > now()
    union all
    select
      3,
      'webhook:' || w.id,
      split_part(
        split_part(split_part(w.url, '://', 2), '/', 1),
        '@',
        -1
      ),
      jsonb_build_object('kind', 'webhook', 'program', c.name)
    from
      webhook w
      join credential c on c.store_id = w.store_id
      and c.id = w.credential_id
    where
      w.store_id = $3
      and w.status = 'active'
      and c.status = 'active'
    union all
    select
      4,
      'sql:' || role_name,
      role_name,
      jsonb_build_object(
        'kind',
        'sql',
        'fields',
        cardinality(sensitive_field_ids)
      )
    from
      sql_login
    where
      store_id = $4
    union all
    select
      5,
      'export:' || (details ->> 'type'),
      '',
      jsonb_build_object('kind', 'export', 'count', count(*))
    from
      audit_log
    where
      store_id = $5
      and action = 'export_started'
      and subject_type = 'export'
      and at > now() - interval '12 months'
      and details ->> 'type' in (
        'profile',
        'activity',
        'consent',
        'broadcast_recipient',
        'online_log'
      )
    group by
      details ->> 'type'
  ) r
order by
  nth,
  name,
  key;

-- measures
select
  'measure:' || key as key,
  '' as name,
  false as sensitive,
  facts
from
  (
    select
      1 as nth,
      'roles' as key,
      jsonb_build_object(
        'roles',
        string_agg(
          distinct r.name,
          E'
'
          order by
            r.name
        )
      ) as facts
    from
      role r
      join store_member m on m.store_id = r.store_id
      and m.role_id = r.id
      and m.removed_at is null
    where
      r.store_id = $1
    union all
    select
      2,
      'sensitive_roles',
      jsonb_build_object(
        'roles',
        string_agg(
          distinct r.name,
          E'
'
          order by
            r.name
        )
      )
    from
      role r
      join store_member m on m.store_id = r.store_id
      and m.role_id = r.id
      and m.removed_at is null
    where
      r.store_id = $2
      and 'cdp-core.profile-sensitive.read' = any (r.permissions)
    union all
    select
      3,
      'second_factor',
      jsonb_build_object(
        'since',
        (second_factor_from at time zone store_zone ())::date
      )
    from
      store
    where
      store_id = $3
      and second_factor_from is not null
    union all
    select
      4,
      'audit_log',
      jsonb_build_object(
        'since',
        (min(hour) at time zone store_zone ())::date
      )
    from
      audit_seal
    where
      store_id = $4
      and purged_at is null
    having
      min(hour) is not null
    union all
    select
      5,
      'reads',
      jsonb_build_object(
        'since',
        (min(hour) at time zone store_zone ())::date
      )
    from
      sensitive_read_hour
    where
      store_id = $5
    having
      min(hour) is not null
    union all
    select
      6,
      'age_gate',
      '{}'
    from
      privacy_setting
    where
      store_id = $6
      and age_gate
    union all
    select
      7,
      'erase_needs_two',
      '{}'
    from
      privacy_request_setting
    where
      store_id = $7
      and erase_needs_two
    union all
    select
      8,
      'answers',
      jsonb_build_object(
        'days',
        coalesce(
          (
            select
              days
            from
              privacy_request_setting
            where
              store_id = $8
          ),
          30
        )
      )
    union all
    select
      9,
      'backup',
      '{}'
    where
      auth.newest_backup () is not null
  ) m
order by
  nth;
