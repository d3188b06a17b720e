-- What a search compares of the store's own fields: their texts, as search_key makes them, but for days. JSON's own marks may stay,
-- for trigrams pass over them; a quotation mark becomes the blank before a word. Named with its schema: an index is made without a
-- search path.
create function custom_search_key(custom jsonb) returns text
language sql immutable parallel safe
as $$
  select case when custom <> '{}' then public.search_key(translate(jsonb_path_query_array(custom,
    '$.* ? (@.type() == "string" && !(@ like_regex "^[0-9]{4}-[0-9]{2}-[0-9]{2}"))')::text, '"', ' ')) end
$$;

-- A word as LIKE asks search_key for it. One of one or two letters has no trigram of its own but one with the start of a word.
create function search_pattern(word text) returns text
language sql immutable parallel safe
as $$
  select case when length(key) > 2 then '%' else '% ' end || regexp_replace(key, '([\\%_])', '\\\1', 'g') || '%'
  from (select btrim(search_key(word)) as key) keys
$$;

-- The same for custom_search_key, whose texts are written as JSON writes them.
create function custom_search_pattern(word text) returns text
language sql immutable parallel safe
as $$ select search_pattern(replace(replace(word, '\', '\\'), '"', '\ ')) $$;

-- The current store's own fields that no search may look into. Null when there is no other of text, so that nothing is found in
-- them.
create function unsearched_fields() returns text[]
language sql stable parallel safe
as $$
  select case when bool_or(data_type = 'String' and not sensitive) then
    coalesce(array_agg(id::text) filter (where sensitive), '{}') end
  from profile_field where store_id = current_store()
$$;

-- Null where a store has no fields of its own, and then no index holds it. Kept, for making it costs twenty times as much as
-- comparing it.
alter table profile add column custom_search text generated always as (custom_search_key(custom)) stored;
create index profile_custom_search on profile using gin (custom_search gin_trgm_ops)
  where custom_search is not null and deleted_at is null and merged_into is null;
-- By the last four digits: ten thousand keys of many rows each keep it small, a seventh of an index of whole phones read backwards.
-- Not `where phone is not null`: whole phones would then be looked up in it too, by a plan made on an empty store, which reads all of it.
create index profile_phone_end on profile (store_id, right(phone, 4)) where right(phone, 4) is not null;
-- Deleted ones that can still be brought back; no import writes here.
create index profile_deleted on profile (store_id, deleted_at) where deleted_at is not null;
-- Whom a run changed.
create index run_record_changed on run_record (store_id, run, profile_id) where changes is not null;

drop function door.search_profiles;
grant select (custom, custom_search) on profile to ruam_door;

-- Live profiles that a keyword finds, at most `most` of them, whichever: every word in the names or in the texts of the store's own
-- fields but the hidden ones, or the beginning or the end of a phone, or the beginning of an e-mail. Under a policy LIKE may not
-- use an index, so this runs as ruam_door, which the wall lets through, and asks for the current store itself. Bitmap scans alone: a
-- limit makes others look cheaper than they are when the statistics are older than an import.
create function door.search_profiles(
  words text[], phone_starts text[], phone_end text, mail_start text, hidden text[], most int) returns setof bigint
language plpgsql stable security definer rows 100
set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
declare
  live constant text := '(select id from profile where store_id = $1 and deleted_at is null and merged_into is null and %s limit $2)';
  parts text[] := '{}';
begin
  if cardinality(words) > 0 then
    parts := parts || (select string_agg(format('search_key like %L', search_pattern(word)), ' and ') from unnest(words) word);
    if hidden is not null then
      parts := parts || (
        select 'custom_search is not null and ' || string_agg(format('custom_search like %L', pattern), ' and ')
          || case when hidden <> '{}' then string_agg(format(' and custom_search_key(custom - $3) like %L', pattern), '') else '' end
        from unnest(words) word, custom_search_pattern(word) pattern);
    end if;
  end if;
  if cardinality(phone_starts) > 0 then
    parts := parts || (select '(' || string_agg(format('phone like %L', p || '%'), ' or ') || ')' from unnest(phone_starts) p);
  end if;
  if phone_end is not null then
    parts := parts || format('phone is not null and right(phone, 4) = %L and phone like %L', right(phone_end, 4), '%' || phone_end);
  end if;
  if mail_start is not null then
    parts := parts || format('email like %L', regexp_replace(mail_start, '([\\%_])', '\\\1', 'g') || '%');
  end if;
  if cardinality(parts) > 0 then
    return query execute (select format('select id from (%s) found limit $2', string_agg(format(live, part), ' union ')) from unnest(parts) part)
      using current_store(), most, hidden;
  end if;
end $$;
revoke all on function door.search_profiles from public;
alter function door.search_profiles owner to ruam_door;
grant execute on function door.search_profiles to ruam_app;

create or replace function door.flush_search() returns void
language sql security definer set search_path = public, pg_temp
as $$
  select gin_clean_pending_list('public.profile_search'::regclass), gin_clean_pending_list('public.profile_custom_search'::regclass);
$$;
