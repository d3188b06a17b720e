-- textTables
select
  c.relname::text as name,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'name',
            a.attname,
            'type',
            format_type(a.atttypid, a.atttypmod)
          )
          order by
            k.place
        ),
        '[]'
      )
    from
      pg_index i,
      unnest(i.indkey::int2[]) with ordinality k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid
      and a.attnum = k.attnum
    where
      i.indrelid = c.oid
      and i.indisprimary
      and a.attname <> 'store_id'
  ) as key,
  (
    select
      coalesce(
        jsonb_agg(
          jsonb_build_object(
            'name',
            a.attname,
            'json',
            a.atttypid = 'jsonb'::regtype,
            'nullable',
            not a.attnotnull,
            'worded',
            a.atttypid = 'text'::regtype
            and exists (
              select
              from
                pg_constraint k
              where
                k.conrelid = c.oid
                and k.contype = 'c'
                and a.attnum = any (k.conkey)
                and pg_get_constraintdef(k.oid) like '%ARRAY[%'
            )
          )
          order by
            a.attname
        ),
        '[]'
      )
    from
      pg_attribute a
    where
      a.attrelid = c.oid
      and a.attnum > 0
      and not a.attisdropped
      and a.attgenerated = ''
      and a.atttypid in ('text'::regtype, 'jsonb'::regtype)
  ) as columns,
  (
    select
      case
        when c.relname = 'profile' then 'id'
        else max(a.attname)::text
      end
    from
      pg_attribute a
    where
      a.attrelid = c.oid
      and a.attname = 'profile_id'
  ) as profile,
  exists (
    select
    from
      pg_attribute a
    where
      a.attrelid = c.oid
      and a.attname = 'updated_at'
  ) as updated
from
  pg_class c
where
  c.relnamespace = 'public'::regnamespace
  and c.relkind in ('r', 'p')
  and c.relrowsecurity
  and exists (
    select
    from
      pg_attribute a
    where
      a.attrelid = c.oid
      and a.attname = 'store_id'
      and not a.attisdropped
  )
order by
  c.relname;
