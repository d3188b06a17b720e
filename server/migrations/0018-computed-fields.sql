-- How a computed field is worked out: {function, ...} as the contract says. Its values are kept nowhere.
alter table profile_field add formula jsonb,
  add constraint profile_field_formula check (formula is null or field_type = 'transform_profile');
alter table activity_field add formula jsonb,
  add constraint activity_field_formula check (formula is null or field_type = 'transform_activity');

create function store_zone() returns text
language sql stable
as $$ select time_zone from store where store_id = current_store() $$;

-- The day of now in a time zone.
create function local_today(zone text) returns date
language sql stable parallel safe
as $$ select (now() at time zone zone)::date $$;

-- The day that a kept date means in a time zone: a day as it is, an instant by the clock there. Nothing of what is no date.
create function local_day(value text, zone text) returns date
language sql stable parallel safe
as $$
  select case when value ~ '^\d{4}-\d\d-\d\dT' then (value::timestamptz at time zone zone)::date
    when value ~ '^\d{4}-\d\d-\d\d$' then value::date end
$$;
