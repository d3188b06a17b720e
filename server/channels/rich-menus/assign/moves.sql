-- noteAccepted
with
  held as materialized (
    select
      r.place,
      r.profile_id,
      r.shown_menu_id,
      case
        when r.line_id is not distinct from $1::text then r.label_id
      end as label_id
    from
      unnest($2::text[]) sought
      cross join lateral (
        select
          ctid as place,
          *
        from
          rich_menu_friend
        where
          store_id = $3
          and channel_id = $4
          and external_id = sought
        order by
          external_id
        offset
          0
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
      $5,
      p.id,
      $6,
      held.shown_menu_id,
      $7::int,
      held.label_id
    from
      held
      cross join lateral (
        select
          id
        from
          profile
        where
          store_id = $8
          and id = held.profile_id
        offset
          0
        for key share
      ) p
    where
      held.shown_menu_id is distinct from $9::int
    order by
      p.id
  ),
  unlinked as (
    delete from rich_menu_friend r
    where
      r.store_id = $10
      and r.ctid = any (
        array(
          select
            place
          from
            held
        )
      )
      and (
        $11::text is null
        and r.line_id is not distinct from $12::text
        and not r.away
      )
  )
update rich_menu_friend r
set
  linked = r.line_id is not distinct from $13::text
  and not r.away,
  shown_menu_id = $14::int,
  linked_at = now()
where
  r.store_id = $15
  and r.ctid = any (
    array(
      select
        place
      from
        held
    )
  )
  and not (
    $16::text is null
    and r.line_id is not distinct from $17::text
    and not r.away
  );
