-- segmentGraph
with recursive
  kept as materialized (
    select
      label_id as id,
      reads,
      members_visible
    from
      segment
    where
      store_id = $1
    union all
    select
      given::int,
      v.reads,
      false
    from
      automation_version v
      cross join lateral unnest(
        array(
          select
            jsonb_path_query(
              v.definition,
              '$.steps.** ? (@.kind == "label").label_id'
            )
        )
      ) given
    where
      v.store_id = $2
  ),
  named (id) as (
    select
      unnest(
        array(
          select
            substr(key, 11)::int
          from
            kept,
            unnest(reads) key
          where
            key ~ '^broadcast:\d+$'
        ) || $3::int[]
      )
    union
    select
      other.id
    from
      named
      join broadcast b on b.store_id = $4
      and b.id = named.id
      cross join lateral unnest(
        array(
          select
            (b.target ->> 'failed_of')::int
          union all
          select
            id::int
          from
            jsonb_path_query(b.target, '$.rule.**.broadcast_id') id
          union all
          select
            substr(key, 11)::int
          from
            automation_version v,
            unnest(v.reads) key
          where
            v.store_id = $5
            and v.automation_id = b.automation_id
            and key ~ '^broadcast:\d+$'
        )
      ) other (id)
    where
      other.id is not null
  )
select
  (
    select
      coalesce(
        jsonb_agg(
          to_jsonb(kept)
          order by
            id
        ),
        '[]'
      )
    from
      kept
  ) as segments,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id',
            b.id,
            'reads',
            array(
              select
                'label:' || label
              from
                jsonb_array_elements_text(
                  (b.target #> '{include,label_ids}') || (b.target #> '{exclude,label_ids}')
                ) label
              union all
              select
                'broadcast:' || (b.target ->> 'failed_of')
              where
                b.target ->> 'failed_of' is not null
              union all
              select
                'broadcast:' || id::text
              from
                jsonb_path_query(b.target, '$.rule.**.broadcast_id') id
              union all
              select
                'label:' || id::text
              from
                jsonb_path_query(b.target, '$.rule.**.label_ids[*]') id
              union all
              select
                unnest(v.reads)
              from
                automation_version v
              where
                v.store_id = $6
                and v.automation_id = b.automation_id
              union all
              select
                'field:' || id::text
              from
                jsonb_path_query(
                  b.target,
                  '$.rule.** ? (@.kind == "profile").field_id'
                ) id
            )
          )
        ),
        '[]'
      )
    from
      named
      join broadcast b on b.store_id = $7
      and b.id = named.id
  ) as broadcasts;
