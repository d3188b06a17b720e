-- countFriendsOfMenus
with
  menu as materialized (
    select
      place,
      (one ->> 'id')::int as id,
      label::int as label_id
    from
      menus_in_effect () e
      cross join lateral jsonb_array_elements(e.menus) with ordinality m (one, place)
      cross join lateral jsonb_array_elements_text(one -> 'label_ids') label
    where
      e.store_id = $1
      and e.channel_id = $2
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
                label_id
              from
                menu
            )
          )
      ) x on x.profile_id = f.profile_id
      join menu m on m.label_id = x.label_id
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
  count(ranked.id) filter (
    where
      first
  ) as friends,
  count(ranked.id) as fits
from
  (
    select distinct
      id
    from
      menu
  ) menu
  left join ranked using (id)
group by
  menu.id
order by
  menu.id;
