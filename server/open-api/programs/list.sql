-- allPrograms
select
  p.*,
  array_remove(
    array[
      case
        when (
          p.failed > 0
          or p.letters
        ) then 'failed'
      end,
      case
        when p.status in ('active', 'expired')
        and p.expired_at < now() + make_interval(days => 14) then 'expires'
      end,
      case
        when p.status in ('active', 'expired')
        and coalesce(p.last_used_at, p.created_at) < now() - make_interval(days => 90) then 'unused'
      end,
      case
        when p.status in ('active', 'expired')
        and p.maker_left then 'maker_left'
      end
    ],
    null
  ) as concerns
from
  (
    with
      day as (
        select
          date_trunc('day', clock_timestamp(), time_zone) as begins
        from
          store
        where
          store_id = $1
      )
    select
      k.id,
      coalesce(c.kind, 'token') as kind,
      coalesce(c.name, d.name) as name,
      case
        when c.id is null then 'deleted'
        when c.status = 'active'
        and c.expires_at <= now() then 'expired'
        else c.status
      end as status,
      c.secret_end,
      coalesce(c.scopes, '{}') as scopes,
      array(
        select distinct
        call
        from
          open_api_token t
          join open_api a on a.store_id = t.store_id
          and a.id = t.open_api_id
          and a.status = 'active',
          unnest(a.calls)
        call
        where
          t.store_id = $2
          and t.token_id = k.id
        order by
          1
      ) as calls,
      case
        when u.id is not null then json_build_object(
          'id',
          u.id,
          'name',
          btrim(u.first_name || ' ' || u.last_name)
        )
      end as created_by,
      coalesce(c.created_at, d.created_at) as created_at,
      c.expires_at as expired_at,
      c.last_used_at,
      case
        when c.previous_until > now() then c.previous_until
      end as previous_until,
      d.id as source_id,
      coalesce(r.done, 0) as items,
      coalesce(r.failed, 0) - (
        select
          count(*)::int
        from
          dead_letter l
        where
          not $3
          and l.store_id = $4
          and l.data_source_id = d.id
          and l.run = r.id
          and l.sensitive
      ) as failed,
      exists (
        select
        from
          dead_letter l
        where
          l.store_id = $5
          and l.data_source_id = d.id
          and l.replay_at is null
          and (
            $6
            or not l.sensitive
          )
      ) as letters,
      (
        select
          coalesce(sum(l.items), 0)::int
        from
          program_request l
        where
          l.store_id = $7
          and l.credential_id = k.id
          and l.at >= day.begins
          and l.call like 'GET %'
          and l.status = 200
      ) as read,
      u.id is not null
      and not exists (
        select
        from
          store_member m
        where
          m.store_id = $8
          and m.user_id = u.id
          and m.removed_at is null
      ) as maker_left
    from
      day
      -- A credential that a server of the version before made has no source until it sends.
      cross join (
        select
          id
        from
          credential
        where
          store_id = $9
        union
        select
          credential_id
        from
          data_source
        where
          store_id = $10
          and credential_id is not null
      ) k
      left join data_source d on d.store_id = $11
      and d.credential_id = k.id
      left join credential c on c.store_id = $12
      and c.id = k.id
      left join users u on u.id = coalesce(c.created_by, d.created_by)
      left join run r on r.store_id = d.store_id
      and r.data_source_id = d.id
      and r.kind = 'stream'
      and r.status = 'processing'
      and r.started_at >= day.begins
    where
      coalesce(c.kind, 'token') = any ($13::text[])
  ) p
where
  p.id = $14;
