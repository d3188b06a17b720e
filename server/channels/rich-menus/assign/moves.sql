-- noteAccepted
with
  held as materialized (
    select
      external_id,
      profile_id,
      shown_menu_id,
      case
        when r.line_id is not distinct from $1::text then label_id
      end as label_id,
      r.line_id is not distinct from $2::text as is_right
    from
      unnest($3::text[]) sought
      cross join lateral (
        select
          *
        from
          rich_menu_friend
        where
          store_id = $4
          and channel_id = $5
          and external_id = sought
        order by
          external_id
        offset
          0
        for update
      ) r
  ),
  moves as (
    insert into
      rich_menu_move (
        store_id,
        profile_id,
        channel_id,
        from_menu_id,
        to_menu_id,
        label_id
      )
    select
      $6,
      p.id,
      $7,
      held.shown_menu_id,
      $8::int,
      held.label_id
    from
      held
      cross join lateral (
        select
          id
        from
          profile
        where
          store_id = $9
          and id = held.profile_id
        offset
          0
        for key share
      ) p
    where
      held.shown_menu_id is distinct from $10::int
    order by
      p.id
  ),
  unlinked as (
    delete from rich_menu_friend r using held
    where
      r.store_id = $11
      and r.channel_id = $12
      and r.external_id = held.external_id
      and (
        $13::text is null
        and held.is_right
        and not r.away
      )
  )
update rich_menu_friend r
set
  linked = held.is_right
  and not r.away,
  shown_menu_id = $14::int,
  linked_at = now()
from
  held
where
  r.store_id = $15
  and r.channel_id = $16
  and r.external_id = held.external_id
  and not (
    $17::text is null
    and held.is_right
    and not r.away
  );
