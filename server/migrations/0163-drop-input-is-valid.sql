-- Made by 0046a on PostgreSQL 15 for the migration after it.
drop function if exists public.pg_input_is_valid(text, text);
