-- pg_input_is_valid, for PostgreSQL 15: built in from 16 on. Migration 0163 drops it.
do $$
begin
  if to_regprocedure('pg_catalog.pg_input_is_valid(text, text)') is null then
    create function public.pg_input_is_valid(value text, type_name text) returns boolean language plpgsql stable as $valid$
    begin
      execute format('select %L::%s', value, type_name::regtype);
      return true;
    exception when data_exception then
      return false;
    end
    $valid$;
  end if;
end
$$;
