-- countPersonClick
insert into
  broadcast_person_click as c (store_id, broadcast_id, place, profile_id)
select
  $1,
  $2,
  $3,
  p.id
from
  broadcast_recipient r
  join broadcast b on b.store_id = r.store_id
  and b.id = r.broadcast_id
  and b.link_tracking = 'people'
  join broadcast_setting s on s.store_id = r.store_id
  and b.purpose_id = any (s.click_purpose_ids)
  join profile sent on sent.store_id = r.store_id
  and sent.id = r.profile_id
  join profile p on p.store_id = r.store_id
  and p.id = coalesce(sent.merged_into, sent.id)
  and p.deleted_at is null
  and p.restricted_at is null
where
  r.store_id = $4
  and r.broadcast_id = $5
  and r.position = $6
  and coalesce(
    (
      select
        e.status
      from
        consent_entry e
      where
        e.store_id = r.store_id
        and e.profile_id = p.id
        and e.purpose_id = b.purpose_id
      order by
        e.at desc,
        e.id desc
      limit
        1
    ),
    'granted'
  ) <> 'withdrawn'
on conflict (store_id, broadcast_id, place, profile_id) do update
set
  clicks = c.clicks + 1,
  clicked_at = clock_timestamp();
