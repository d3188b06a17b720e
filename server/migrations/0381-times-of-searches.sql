-- Searches that answer the times of what they find, so that a list in the order of a time reads no profile twice.

-- step: a column that searches may read
grant select (created_at) on profile to ruam_auth;

-- step: functions
-- Returns at most `most` live profiles that match a keyword, with their times: every word in the names or the visible custom
-- texts, the start or the end of a phone, or the start of an e-mail; further contacts and names included. Under a policy LIKE may
-- not use an index, so this runs as ruam_auth and filters by the current store itself. Bitmap scans only: a limit makes other
-- plans look cheaper than they are when statistics are older than an import.
create function auth.find_profiles(
  words text[], phone_starts text[], phone_end text, mail_start text, hidden text[], most int)
returns table (id bigint, created_at timestamptz, updated_at timestamptz)
language plpgsql stable security definer rows 100
set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
declare
  live constant text := '(select id, created_at, updated_at from profile where store_id = $1 and deleted_at is null and merged_into is null and %s limit $2)';
  further constant text := '(select p.id, p.created_at, p.updated_at from (select distinct profile_id from profile_contact where store_id = $1 and %s) c
    cross join lateral (select id, created_at, updated_at from profile where store_id = $1 and id = c.profile_id and deleted_at is null and merged_into is null) p
    limit $2)';
  -- One word in a further name, and each in one or in the names of the profile.
  named constant text := '(select p.id, p.created_at, p.updated_at from (select distinct profile_id from profile_name where store_id = $1 and kind <> ''note'' and (%s)) c
    cross join lateral (select id, search_key, created_at, updated_at from profile where store_id = $1 and id = c.profile_id and deleted_at is null and merged_into is null) p
    where %s limit $2)';
  parts text[] := '{}';
  contacts text[] := '{}';
  names text[] := '{}';
begin
  if cardinality(words) > 0 then
    parts := parts || (select string_agg(format('search_key like %L', search_pattern(word)), ' and ') from unnest(words) word);
    names := names || (
      select format(named, string_agg(format('search_key(value) like %L', pattern), ' or '),
        string_agg(format('(p.search_key like %1$L or exists (select from profile_name n where n.store_id = $1 and n.profile_id = p.id
          and n.kind <> ''note'' and search_key(n.value) like %1$L))', pattern), ' and '))
      from unnest(words) word, search_pattern(word) pattern);
    if hidden is not null then
      parts := parts || (
        select 'custom_search is not null and ' || string_agg(format('custom_search like %L', pattern), ' and ')
          || case when hidden <> '{}' then string_agg(format(' and custom_search_key(custom - $3) like %L', pattern), '') else '' end
        from unnest(words) word, custom_search_pattern(word) pattern);
    end if;
  end if;
  if cardinality(phone_starts) > 0 then
    parts := parts || (select '(' || string_agg(format('phone like %L', p || '%'), ' or ') || ')' from unnest(phone_starts) p);
    contacts := contacts || (
      select 'field_id = 9 and (' || string_agg(format('value like %L', p || '%'), ' or ') || ')' from unnest(phone_starts) p);
  end if;
  if phone_end is not null then
    parts := parts || format('phone is not null and right(phone, 4) = %L and phone like %L', right(phone_end, 4), '%' || phone_end);
    contacts := contacts || format('field_id = 9 and right(value, 4) = %L and value like %L', right(phone_end, 4), '%' || phone_end);
  end if;
  if mail_start is not null then
    parts := parts || format('email like %L', regexp_replace(mail_start, '([\\%_])', '\\\1', 'g') || '%');
    contacts := contacts || format('field_id = 11 and value like %L', regexp_replace(mail_start, '([\\%_])', '\\\1', 'g') || '%');
  end if;
  if cardinality(parts) > 0 then
    return query execute (select format('select id, created_at, updated_at from (%s) found limit $2', string_agg(part, ' union '))
      from (select format(live, part) from unnest(parts) part union all select format(further, part) from unnest(contacts) part
        union all select part from unnest(names) part) all_parts (part))
      using current_store(), most, hidden;
  end if;
end $$;
alter function auth.find_profiles owner to ruam_auth;
revoke all on function auth.find_profiles from public;
grant execute on function auth.find_profiles to ruam_app;

-- Returns their ids alone.
create or replace function auth.search_profiles(
  words text[], phone_starts text[], phone_end text, mail_start text, hidden text[], most int) returns setof bigint
language sql stable security definer rows 100 set search_path = public, pg_temp
as $$ select id from auth.find_profiles(words, phone_starts, phone_end, mail_start, hidden, most) $$;
