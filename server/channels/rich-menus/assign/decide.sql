-- friendsOf
with
  menu as materialized (
    select
      a.channel_id,
      place,
      (one ->> 'id')::int as id,
      one ->> 'line_id' as line_id,
      label::int as label_id
    from
      rich_menu_assignment a
      cross join lateral jsonb_array_elements(a.menus) with ordinality m (one, place)
      cross join lateral jsonb_array_elements_text(one -> 'label_ids') label
    where
      a.store_id = $1
  ),
  people as materialized (
    select
      f.channel_id,
      f.external_id,
      f.profile_id,
      f.status,
      exists (
        select
        from
          rich_menu_friend
        where
          store_id = $2
          and channel_id = f.channel_id
          and external_id = f.external_id
        offset
          0
      ) as known
    from
      unnest($3::bigint[]) who (id)
      cross join lateral (
        select
          channel_id,
          external_id,
          profile_id,
          status
        from
          channel_friend
        where
          store_id = $4
          and profile_id = who.id
        offset
          0
      ) f
    where
      exists (
        select
        from
          rich_menu_assignment
        where
          store_id = $5
          and channel_id = f.channel_id
      )
    union
    select
      r.channel_id,
      r.external_id,
      f.profile_id,
      f.status,
      true
    from
      unnest($6::bigint[]) who (id)
      cross join lateral (
        select
          channel_id,
          external_id
        from
          rich_menu_friend
        where
          store_id = $7
          and profile_id = who.id
        offset
          0
      ) r
      left join lateral (
        select
          channel_id,
          profile_id,
          status
        from
          channel_friend
        where
          store_id = $8
          and external_id = r.external_id
        offset
          0
      ) f on f.channel_id = r.channel_id
  ),
  fit as materialized (
    select distinct
      on (p.channel_id, p.external_id) p.channel_id,
      p.external_id,
      m.id,
      m.line_id,
      m.label_id
    from
      people p
      cross join lateral (
        select
          label_id
        from
          profile_label
        where
          store_id = $9
          and profile_id = p.profile_id
          and source <> 'manual_remove'
        offset
          0
      ) x
      join menu m on m.channel_id = p.channel_id
      and m.label_id = x.label_id
    where
      exists (
        select
        from
          profile
        where
          store_id = $10
          and id = p.profile_id
          and (
            restricted_at is null
            and deleted_at is null
            and merged_into is null
          )
      )
    order by
      p.channel_id,
      p.external_id,
      m.place,
      m.label_id
  ),
  wanted as (
    select
      channel_id,
      external_id,
      p.profile_id,
      fit.id,
      fit.line_id,
      fit.label_id,
      p.status is not distinct from 'blocked' as away
    from
      people p
      left join fit using (channel_id, external_id)
    where
      p.known
      or (
        p.status is distinct from 'blocked'
        and (
          fit.id is not null
          or channel_id = any ($11::int[])
        )
      )
  ),
  written as (
    insert into
      rich_menu_friend as r (
        store_id,
        channel_id,
        external_id,
        profile_id,
        menu_id,
        line_id,
        label_id,
        away
      )
    select
      $12,
      channel_id,
      external_id,
      profile_id,
      id,
      line_id,
      label_id,
      away
    from
      wanted
    order by
      channel_id,
      external_id
    on conflict (store_id, channel_id, external_id) do update
    set
      profile_id = excluded.profile_id,
      menu_id = excluded.menu_id,
      line_id = excluded.line_id,
      label_id = excluded.label_id,
      away = excluded.away,
      linked = r.linked
      and r.line_id is not distinct from excluded.line_id
      and not excluded.away
      and not r.away
      and not r.channel_id = any ($13::int[]),
      wanted_at = case
        when r.line_id is distinct from excluded.line_id
        or r.away then clock_timestamp()
        else r.wanted_at
      end
    where
      (r.menu_id, r.line_id, r.away, r.profile_id) is distinct from (
        excluded.menu_id,
        excluded.line_id,
        excluded.away,
        excluded.profile_id
      )
      or (
        r.linked
        and r.channel_id = any ($14::int[])
      )
    returning
      channel_id,
      linked,
      away
  )
update rich_menu_assignment a
set
  settled_at = null
where
  store_id = $15
  and settled_at is not null
  and channel_id in (
    select
      channel_id
    from
      written
    where
      not linked
      and not away
  );

-- writeWanted
with
  menu as materialized (
    select
      a.channel_id,
      place,
      (one ->> 'id')::int as id,
      one ->> 'line_id' as line_id,
      label::int as label_id
    from
      rich_menu_assignment a
      cross join lateral jsonb_array_elements(a.menus) with ordinality m (one, place)
      cross join lateral jsonb_array_elements_text(one -> 'label_ids') label
    where
      a.store_id = $1
  ),
  people as materialized (
    select
      channel_id,
      external_id,
      f.profile_id,
      f.status,
      r.known is true as known
    from
      (
        select
          channel_id,
          external_id,
          profile_id,
          status
        from
          channel_friend
        where
          store_id = $2
          and channel_id = any ($3::int[])
      ) f
      full join (
        select
          channel_id,
          external_id,
          true as known
        from
          rich_menu_friend
        where
          store_id = $4
          and channel_id = any ($5::int[])
      ) r using (channel_id, external_id)
  ),
  fit as materialized (
    select distinct
      on (p.channel_id, p.external_id) p.channel_id,
      p.external_id,
      m.id,
      m.line_id,
      m.label_id
    from
      people p
      join (
        select
          id
        from
          profile
        where
          store_id = $6
          and (
            restricted_at is null
            and deleted_at is null
            and merged_into is null
          )
      ) live on live.id = p.profile_id
      join (
        select
          profile_id,
          label_id
        from
          profile_label
        where
          store_id = $7
          and source <> 'manual_remove'
          and label_id = any (
            array(
              select
                label
              from
                rich_menu_assignment a
                cross join lateral unnest(a.label_ids) label
              where
                a.store_id = $8
                and a.channel_id = any ($9::int[])
            )
          )
      ) x on x.profile_id = p.profile_id
      join menu m on m.channel_id = p.channel_id
      and m.label_id = x.label_id
    order by
      p.channel_id,
      p.external_id,
      m.place,
      m.label_id
  ),
  wanted as (
    select
      channel_id,
      external_id,
      p.profile_id,
      fit.id,
      fit.line_id,
      fit.label_id,
      p.status is not distinct from 'blocked' as away
    from
      people p
      left join fit using (channel_id, external_id)
    where
      p.known
      or (
        p.status is distinct from 'blocked'
        and (
          fit.id is not null
          or channel_id = any ($10::int[])
        )
      )
  ),
  written as (
    insert into
      rich_menu_friend as r (
        store_id,
        channel_id,
        external_id,
        profile_id,
        menu_id,
        line_id,
        label_id,
        away
      )
    select
      $11,
      channel_id,
      external_id,
      profile_id,
      id,
      line_id,
      label_id,
      away
    from
      wanted
    order by
      channel_id,
      external_id
    on conflict (store_id, channel_id, external_id) do update
    set
      profile_id = excluded.profile_id,
      menu_id = excluded.menu_id,
      line_id = excluded.line_id,
      label_id = excluded.label_id,
      away = excluded.away,
      linked = r.linked
      and r.line_id is not distinct from excluded.line_id
      and not excluded.away
      and not r.away
      and not r.channel_id = any ($12::int[]),
      wanted_at = case
        when r.line_id is distinct from excluded.line_id
        or r.away then clock_timestamp()
        else r.wanted_at
      end
    where
      (r.menu_id, r.line_id, r.away, r.profile_id) is distinct from (
        excluded.menu_id,
        excluded.line_id,
        excluded.away,
        excluded.profile_id
      )
      or (
        r.linked
        and r.channel_id = any ($13::int[])
      )
    returning
      channel_id,
      linked,
      away
  )
update rich_menu_assignment a
set
  settled_at = null
where
  store_id = $14
  and settled_at is not null
  and channel_id in (
    select
      channel_id
    from
      written
    where
      not linked
      and not away
  );
