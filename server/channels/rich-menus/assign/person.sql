-- menuOfPerson
with
  menu as materialized (
    select
      m.id,
      m.name,
      m.place,
      m.is_default,
      m.label_ids,
      m.label_ids && $1::int[] as is_closed,
      (
        select
          one.place
        from
          menus_in_effect () e
          cross join lateral jsonb_array_elements(e.menus) with ordinality one (menu, place)
        where
          e.channel_id = $2
          and one.menu -> 'id' = to_jsonb(m.id)
      ) as turn
    from
      rich_menu m
    where
      m.store_id = $3
      and m.channel_id = $4
  ),
  friend as materialized (
    select
      external_id,
      status
    from
      channel_friend
    where
      store_id = $5
      and profile_id = $6
      and channel_id = $7
  ),
  fit as (
    select distinct
      on (m.turn) m.id,
      m.name,
      m.place,
      m.turn,
      x.label_id
    from
      menu m
      join profile_label x on x.store_id = $8
      and x.profile_id = $9
      and x.source <> 'manual_remove'
      and x.label_id = any (m.label_ids)
      and x.label_id <> all ($10::int[])
    where
      m.turn is not null
      and exists (
        select
        from
          profile
        where
          store_id = $11
          and id = $12
          and (
            restricted_at is null
            and deleted_at is null
            and merged_into is null
          )
      )
    order by
      m.turn,
      x.label_id
  ),
move as (
  select
    v.at,
    f.name as from_name,
    v.from_menu_id,
    t.name as to_name,
    v.to_menu_id,
    v.label_id
  from
    rich_menu_move v
    left join menu f on f.id = v.from_menu_id
    left join menu t on t.id = v.to_menu_id
  where
    v.store_id = $13
    and v.profile_id = $14
    and v.channel_id = $15
    and f.is_closed is not true
    and t.is_closed is not true
    and coalesce(v.label_id <> all ($16::int[]), true)
  order by
    v.at desc,
    v.id desc
  limit
    $17
)
select
  (
    select
      max(status)
    from
      friend
  ) as status,
  coalesce(
    (
      select
        jsonb_agg(
          jsonb_build_object(
            'id',
            id,
            'name',
            name,
            'place',
            place,
            'label_id',
            label_id
          )
          order by
            turn
        )
      from
        fit
    ),
    '[]'
  ) as fits,
  (
    select
      min(place)
    from
      menu
    where
      turn is not null
      and is_closed
  ) as closed_place,
  (
    select
      jsonb_build_object('id', id, 'name', name, 'place', null)
    from
      menu
    where
      is_default
      and exists (
        select
        from
          rich_menu
        where
          store_id = $18
          and id = menu.id
          and status = 'in_use'
      )
  ) as default_menu,
  exists (
    select
    from
      friend f
      join rich_menu_friend r on r.store_id = $19
      and r.channel_id = $20
      and r.external_id = f.external_id
    where
      not r.linked
      and not r.away
  ) as waits,
  coalesce(
    (
      select
        jsonb_agg(
          jsonb_build_object(
            'at',
            at,
            'from_id',
            from_menu_id,
            'from_name',
            from_name,
            'to_id',
            to_menu_id,
            'to_name',
            to_name,
            'label_id',
            label_id
          )
          order by
            at desc
        )
      from
      move
    ),
    '[]'
  ) as moves;
