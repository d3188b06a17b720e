-- A saved view is narrowed by a rule. The words of the address (definition.filters) stay for servers of the version before.
alter table profile_view add column rule jsonb, add column deleted boolean not null default false;

alter table profile_view no force row level security;
with parts as (
  select v.store_id, v.id, f.place, f.filter ->> 'name' as name, f.filter ->> 'value' as value
  from profile_view v, jsonb_array_elements(v.definition -> 'filters') with ordinality f (filter, place)
), rules as (
  select store_id, id, place, case
    when name = 'labels' and value ~ '^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$' then
      jsonb_build_object('kind', 'label', 'operator', 'has_any', 'label_ids', ('[' || value || ']')::jsonb)
    when name = 'source' and value ~ '^[1-9]\d{0,8}$' then
      jsonb_build_object('kind', 'source', 'data_source_id', value::int, 'operator', 'any')
    when name in ('created', 'updated') and value in ('today', '7d', '30d', 'month') then
      jsonb_build_object('kind', 'time', 'at', name, 'operator', 'in_last', 'value', jsonb_build_object(
        'n', case value when '7d' then 6 when '30d' then 29 else 0 end,
        'unit', case value when 'month' then 'month' else 'day' end))
    when name in ('created', 'updated') and value ~ '^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$' and value <> '..'
        and (split_part(value, '..', 1) = '' or pg_input_is_valid(split_part(value, '..', 1), 'date'))
        and (split_part(value, '..', 2) = '' or pg_input_is_valid(split_part(value, '..', 2), 'date'))
        -- Swapped ends matched nobody; a rule with them is refused.
        and not (split_part(value, '..', 1) <> '' and split_part(value, '..', 2) <> ''
          and split_part(value, '..', 1) > split_part(value, '..', 2)) then
      jsonb_build_object('kind', 'time', 'at', name, 'operator', 'between', 'value', jsonb_strip_nulls(jsonb_build_object(
        'from', nullif(split_part(value, '..', 1), ''), 'to', nullif(split_part(value, '..', 2), ''))))
    end as rule
  from parts
)
update profile_view v set
  deleted = exists (select from parts p where p.store_id = v.store_id and p.id = v.id and p.name = 'deleted' and p.value = 'true'),
  rule = (select jsonb_build_object('condition', 'and', 'rules', jsonb_agg(r.rule order by r.place))
    from rules r where r.store_id = v.store_id and r.id = v.id and r.rule is not null having count(*) > 0);
alter table profile_view force row level security;
