-- peopleOf
select
  d.run_id,
  d.profile_id,
  f.external_id,
  case
    when $1::int > 0 then r.held_out
  end as held_out,
  case
    when f.external_id is null then 'not_linked'
    when exists (
      select
      from
        automation_sent s
      where
        s.store_id = $2
        and s.automation_id = $3
        and s.step = $4
        and s.user_hash = user_hash (f.external_id)
        and r.entered_at <= s.at + $5::interval
    ) then 'sent_before'
    when $6::int > 0
    and r.held_out then 'held_out'
  end as reason
from
  unnest($7::bigint[], $8::bigint[], $9::timestamptz[]) as d (run_id, profile_id, at)
  join automation_run r on r.store_id = $10
  and r.id = d.run_id
  left join lateral (
    select
      external_id
    from
      channel_friend
    where
      store_id = $11
      and profile_id = d.profile_id
      and channel_type in ('lineOA', 'lineModule')
      and channel_id = $12
      and status = 'friend'
    order by
      since desc,
      external_id
    limit
      1
  ) f on true
order by
  d.at,
  d.profile_id;
