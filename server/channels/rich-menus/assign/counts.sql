-- countFriendsOfMenus
with
  menu as materialized (
    select
      row_number() over (
        order by
          m.place,
          m.id
      ) as place,
      m.id,
      m.label_ids,
      exists (
        select
        from
          rich_menu_at_line l
        where
          l.store_id = m.store_id
          and l.channel_id = m.channel_id
          and l.rich_menu_id = m.id
          and l.state = 'ready'
      ) as ready
    from
      rich_menu m
    where
      m.store_id = $1
      and m.channel_id = $2
      and m.status = 'in_use'
      and not m.is_default
      and m.fault is distinct from 'deleted_at_line'
      and (
        m.starts_at is null
        or m.starts_at <= now()
      )
      and (
        m.ends_at is null
        or m.ends_at > now()
      )
  ),
  fit as (
    select distinct
      f.external_id,
      m.place,
      m.id
    from
      (
        select
          external_id,
          profile_id
        from
          channel_friend
        where
          store_id = $3
          and channel_id = $4
          and status = 'friend'
          and profile_id is not null
      ) f
      join (
        select
          id
        from
          profile
        where
          store_id = $5
          and (
            restricted_at is null
            and deleted_at is null
            and merged_into is null
          )
      ) live on live.id = f.profile_id
      join (
        select
          profile_id,
          label_id
        from
          profile_label
        where
          store_id = $6
          and source <> 'manual_remove'
          and label_id = any (
            array(
              select
                unnest(label_ids)
              from
                menu
            )
          )
      ) x on x.profile_id = f.profile_id
      join (
        select
          place,
          id,
          unnest(label_ids) as label_id
        from
          menu
      ) m on m.label_id = x.label_id
  ),
  ranked as (
    select
      id,
      place = min(place) over (
        partition by
          external_id
      ) as first
    from
      fit
  )
select
  menu.id,
  menu.ready,
  count(ranked.id) filter (
    where
      first
  ) as friends,
  count(ranked.id) as fits
from
  menu
  left join ranked using (id)
group by
  menu.id,
  menu.ready
order by
  menu.id;
