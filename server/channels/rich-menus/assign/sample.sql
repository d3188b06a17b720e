-- chooseSample
with
  linked as materialized (
    select
      external_id,
      line_id,
      linked_at,
      linked_at > (
        select
          sampled_at
        from
          rich_menu_assignment
        where
          store_id = $1
          and channel_id = $2
      ) as recent,
      random() as chance
    from
      rich_menu_friend
    where
      store_id = $3
      and channel_id = $4
      and linked
      and not away
  ),
  of_calls as (
    select distinct
      on (linked_at) *
    from
      linked
    where
      recent
    order by
      linked_at,
      chance
  ),
  chosen as (
    select distinct
      on (external_id) external_id,
      line_id,
      linked_at,
      turn
    from
      (
        select
          *,
          0 as turn
        from
          of_calls
        union all
        (
          select
            *,
            1
          from
            linked
          order by
            chance
          limit
            $5
        )
      ) one
    order by
      external_id,
      turn
  )
select
  external_id,
  line_id,
  linked_at
from
  (
    (
      select
        external_id,
        line_id,
        linked_at
      from
        chosen
      order by
        turn,
        random()
      limit
        $6
    )
    union all
    (
      select
        f.external_id,
        null,
        null
      from
        channel_friend f
      where
        f.store_id = $7
        and f.channel_id = $8
        and f.status = 'friend'
        and not exists (
          select
          from
            rich_menu_friend r
          where
            r.store_id = f.store_id
            and r.channel_id = f.channel_id
            and r.external_id = f.external_id
        )
      order by
        random()
      limit
        $9
    )
  ) sampled;
