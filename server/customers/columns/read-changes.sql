-- changesRow
with
  changed as materialized (
    select
      id
    from
      (
        (
          select
            id
          from
            profile
          where
            store_id = $1
            and updated_at >= $2::timestamptz
            and deleted_at is null
            and merged_into is null
          order by
            updated_at,
            id
          limit
            501
        )
        union all
        (
          select
            id
          from
            profile
          where
            store_id = $3
            and updated_at >= $4::timestamptz
            and (
              deleted_at is not null
              or merged_into is not null
            ) is true
          order by
            updated_at,
            id
          limit
            501
        )
        union all
        (
          select
            profile_id
          from
            profile_touch
          where
            store_id = $5
            and at >= $6::timestamptz
          order by
            at,
            profile_id
          limit
            501
        )
      ) each
    group by
      id
  ),
  now as materialized (
    select
      string_agg(id::text, ',') as ids,
      string_agg(state::text, '') as states,
      string_agg(changed::text, ',') as changed,
      string_agg(texts, '') as
    values
    from
      (
        select
          who.id,
          case
            when p.id is not null
            and p.deleted_at is null
            and p.merged_into is null then 1
            else 0
          end + case
            when p.restricted_at is null then 0
            else 2
          end as state,
          coalesce(
            (date_part('epoch', p.updated_at) * 1000000)::bigint,
            0
          ) as changed,
          (
            select
              string_agg(
                coalesce(
                  case
                    when key ~ '^[0-9]' then (p.custom -> key)::text
                    else nullif((whole -> key)::text, 'null')
                  end,
                  ''
                ),
                E'\n'
                order by
                  place
              )
            from
              unnest($7::text[]) with ordinality field (key, place)
          ) as texts
        from
          changed who
          left join lateral (
            select
              *,
              to_jsonb(profile) as whole
            from
              profile
            where
              store_id = $8
              and id = who.id
            offset
              0
          ) p on true
        order by
          who.id
      ) rows
  )
select
  now.*,
  (
    select
      count(*)
    from
      changed
  ) as changed_count,
  (
    select
      live
    from
      profile_total
    where
      store_id = $9
  ) as live,
  (
    select
      coalesce(jsonb_object_agg(id, updated_at), '{}')
    from
      profile_field
    where
      store_id = $10
      and id = any ($11::int[])
      and converting_to is null
  ) as versions,
  (
    select
      time_zone
    from
      store
    where
      store_id = $12
  ) as time_zone,
  (
    select
      coalesce(
        string_agg(
          concat(
            (
              select
                array_agg(own.id)::text
              from
                unnest(each.label_ids) wanted (label_id)
                cross join lateral (
                  select
                    profile_id as id
                  from
                    profile_label
                  where
                    store_id = $13
                    and label_id = wanted.label_id
                    and source <> 'manual_remove'
                  offset
                    0
                ) own
            ),
            ';'
          ),
          ''
          order by
            place
        ),
        ''
      )
    from
      (
        select
          place,
          array(
            select
              jsonb_array_elements_text(one)::int
          ) as label_ids
        from
          jsonb_array_elements($14::jsonb) with ordinality given (one, place)
        offset
          0
      ) each
  ) as labelled,
  case
    when line.has
    and $15::boolean then (
      select
        concat(array_agg(distinct profile_id)::text, ';')
      from
        channel_friend
      where
        store_id = $16
        and channel_type = any ('{lineOA,lineModule}')
        and status = 'friend'
    )
    else ';'
  end as friends,
  line.has as has_line
from
  now,
  (
    select
      exists (
        select
        from
          channel
        where
          store_id = $17
          and type in ('lineOA', 'lineModule')
      ) as has
    offset
      0
  ) line;
