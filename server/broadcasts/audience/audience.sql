-- audienceRows
select
  reason,
  count(*)::int as total
from
  (
    with
      friend as (
        select distinct
          on (profile_id) profile_id,
          external_id,
          status
        from
          channel_friend
        where
          store_id = $1
          and channel_type = $2
          and channel_id = $3
          and profile_id is not null
        order by
          profile_id,
          status desc,
          since desc,
          external_id
      ),
      consent as (
        select distinct
          on (profile_id) profile_id,
          status
        from
          consent_entry
        where
          store_id = $4
          and purpose_id = $5::int
        order by
          profile_id,
          at desc,
          id desc
      ),
      capped as (
        select
          profile_id
        from
          broadcast_recipient
        where
          store_id = $6
          and profile_id is not null
          and status in ('accepted', 'unknown')
          and updated_at > clock_timestamp() - make_interval(days => $7::int)
        group by
          profile_id
        having
          count(*) >= $8::int
      )
    select
      p.id as profile_id,
      f.external_id,
      case
        when p.restricted_at is not null then 'restricted'
        when f.profile_id is null then 'not_linked'
        when f.status <> 'friend' then 'blocked'
        when c.status = 'withdrawn'
        or (
          s.user_id is not null
          and not coalesce($9::int = any (s.lifted), false)
        ) then 'withdrawn'
        when c.status is null
        and $10::int is not null
        and $11 then 'unknown_consent'
        when k.profile_id is not null then 'capped'
      end as reason
    from
      (
        select
          1::bigint as id
      ) m
      join profile p on p.store_id = $12
      and p.id = m.id
      and p.deleted_at is null
      and p.merged_into is null
      left join friend f on f.profile_id = p.id
      left join consent c on c.profile_id = p.id
      left join line_stop s on s.store_id = $13
      and s.user_id = f.external_id
      left join capped k on k.profile_id = p.id
  ) audience
group by
  reason
order by
  total desc,
  reason;
