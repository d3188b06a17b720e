-- couponsRequested
select
  w.channel_id,
  w.title,
  coalesce(newest.messages, answered.messages) as messages
from
  unnest($1::int[], $2::text[]) w (channel_id, title)
  left join lateral (
    select
      b.messages
    from
      broadcast b
    where
      b.store_id = $3
      and b.channel_id = w.channel_id
      and b.frozen_at > now() - make_interval(days => $4::int)
      and b.messages @> jsonb_build_array(
        jsonb_build_object(
          'type',
          'imagemap',
          'areas',
          jsonb_build_array(
            jsonb_build_object('type', 'coupon', 'value', w.title)
          )
        )
      )
    order by
      b.id desc
    limit
      1
  ) newest on true
  left join lateral (
    select
      a.messages
    from
      answer a
    where
      a.store_id = $5
      and a.channel_id = w.channel_id
      and a.enabled
      and newest.messages is null
      and a.messages @> jsonb_build_array(
        jsonb_build_object(
          'type',
          'imagemap',
          'areas',
          jsonb_build_array(
            jsonb_build_object('type', 'coupon', 'value', w.title)
          )
        )
      )
    order by
      a.id
    limit
      1
  ) answered on true
where
  coalesce(newest.messages, answered.messages) is not null;
