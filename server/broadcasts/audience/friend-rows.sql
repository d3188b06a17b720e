-- friendRows
select
  reason,
  count(*)::int as total
from
  (
    select
      null::bigint as profile_id,
      m.external_id,
      case
        when f.external_id is null then 'not_linked'
        when f.status <> 'friend' then 'blocked'
        when (
          s.user_id is not null
          and not coalesce($1::int = any (s.lifted), false)
        ) then 'withdrawn'
        when $2::int is not null
        and $3 then 'unknown_consent'
        when k.external_id is not null then 'capped'
      end as reason
    from
      (
        select
          external_id
        from
          channel_friend
        where
          store_id = $4
          and channel_type = $5
          and channel_id = $6
          and profile_id is null
          and status = 'friend'
      ) m
      left join channel_friend f on f.store_id = $7
      and f.channel_type = $8
      and f.channel_id = $9
      and f.external_id = m.external_id
      left join line_stop s on s.store_id = $10
      and s.user_id = m.external_id
      left join (
        select
          external_id
        from
          broadcast_recipient
        where
          store_id = $11
          and profile_id is null
          and external_id is not null
          and status in ('accepted', 'unknown')
          and updated_at > clock_timestamp() - make_interval(days => $12::int)
        group by
          external_id
        having
          count(*) >= $13::int
      ) k on k.external_id = m.external_id
    where
      f.profile_id is null
  ) audience
group by
  reason
order by
  total desc,
  reason;
