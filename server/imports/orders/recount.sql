-- recountOrders
with
  own as materialized (
    select
      l.*
    from
      unnest($1::bigint[]) o (id)
      cross join lateral (
        select
          *
        from
          purchase_line
        where
          store_id = $2
          and activity_id = o.id
        offset
          0
      ) l
  ),
  days as (
    select
      activity_id,
      coalesce(
        min(at) filter (
          where
            not refund
        ),
        min(at)
      ) as at
    from
      own
    where
      not total
    group by
      1
  ),
  first as (
    select distinct
      on (o.activity_id, v.key) o.activity_id,
      v.key,
      v.value
    from
      own o
      cross join lateral jsonb_each(o.fields) v
    where
      not o.total
    order by
      o.activity_id,
      v.key,
      o.id
  ),
  sums as (
    select
      activity_id,
      amount_field::text as key,
      to_jsonb(trim_scale(amount * 0.000001)) as value
    from
      (
        select
          activity_id,
          amount_field,
          case
            when bool_or(total) then (
              array_agg(
                amount
                order by
                  run_id desc,
                  id desc
              ) filter (
                where
                  total
              )
            ) [1]
            else sum(amount)
          end as amount
        from
          own
        group by
          1,
          2
      ) s
    where
      amount is not null
  ),
  items as (
    select
      activity_id,
      item_field::text as key,
      to_jsonb(
        left(
          string_agg(
            case
              when n = 1 then item
              else item || ' ' || n
            end,
            ', '
            order by
              first
          ),
          1000
        )
      ) as value
    from
      (
        select
          activity_id,
          item_field,
          item,
          min(id) as first,
          trim_scale(sum(coalesce(pieces, 1000000)) * 0.000001) as n
        from
          own
        where
          item is not null
          and item_field is not null
        group by
          1,
          2,
          3
      ) i
    group by
      1,
      2
  ),
  parts as (
    select
      *
    from
      first
    union all
    select
      *
    from
      sums
    union all
    select
      *
    from
      items
  ),
  now as (
    select
      p.activity_id,
      jsonb_object_agg(p.key, p.value) as fields
    from
      parts p
      join activity_field f on f.store_id = $3
      and f.id::text = p.key
      and jsonb_typeof(p.value) = case f.data_type
        when 'Number' then 'number'
        when 'Boolean' then 'boolean'
        else 'string'
      end
    group by
      1
  )
update activity a
set
  activity_at = d.at,
  fields = coalesce(n.fields, '{}')
from
  days d
  left join now n on n.activity_id = d.activity_id
where
  a.store_id = $4
  and a.id = d.activity_id;
