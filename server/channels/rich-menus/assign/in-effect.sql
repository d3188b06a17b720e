-- storeMenusInEffect
with
  here as materialized (
    select
      channel_id,
      menus
    from
      menus_in_effect ()
    where
      store_id = $1
  ),
  changed as materialized (
    select
      coalesce(here.channel_id, a.channel_id) as channel_id,
      coalesce(here.menus, '[]') as menus
    from
      here
      full join (
        select
          channel_id,
          menus
        from
          rich_menu_assignment
        where
          store_id = $2
      ) a using (channel_id)
    where
      here.menus is distinct from a.menus
      and (
        here.menus is not null
        or a.menus <> '[]'
      )
    order by
      1
  )
insert into
  rich_menu_assignment as a (store_id, channel_id, menus, label_ids)
select
  $3,
  channel_id,
  menus,
  array(
    select distinct
      label::int
    from
      jsonb_path_query(menus, '$[*].label_ids[*]') label
    order by
      1
  )
from
  changed
on conflict (store_id, channel_id) do update
set
  menus = excluded.menus,
  label_ids = excluded.label_ids,
  compares = true,
  horizon = null,
  horizon_at = null;
