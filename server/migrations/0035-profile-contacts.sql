-- Further phones and e-mail addresses of people, beside the one of their profile: what a merge would have lost. Not unique, for
-- families share them. A value of a profile that is deleted or has gone into another counts for nobody; see decision 22.
create table profile_contact (
  store_id int not null,
  profile_id bigint not null,
  -- The field of profiles whose further value it is: 9 phone, 11 e-mail.
  field_id int not null check (field_id in (9, 11)),
  value text not null,
  -- Where it comes from, as `sources` of a profile names it: the merge that kept it.
  source text not null check (source in ('merge')),
  source_id int not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (store_id, profile_id, field_id, value, source_id),
  foreign key (store_id, profile_id) references profile (store_id, id) on delete cascade
);
create index profile_contact_value on profile_contact (store_id, field_id, value text_pattern_ops);
create index profile_contact_phone_end on profile_contact (store_id, right(value, 4)) where field_id = 9;
select wall('profile_contact');

grant select on profile_contact to ruam_door;
create policy door on profile_contact for select to ruam_door using (true);

-- As before, and by further phones and addresses.
create or replace function door.search_profiles(
  words text[], phone_starts text[], phone_end text, mail_start text, hidden text[], most int) returns setof bigint
language plpgsql stable security definer rows 100
set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
declare
  live constant text := '(select id from profile where store_id = $1 and deleted_at is null and merged_into is null and %s limit $2)';
  further constant text := '(select p.id from (select distinct profile_id from profile_contact where store_id = $1 and %s) c
    cross join lateral (select id from profile where store_id = $1 and id = c.profile_id and deleted_at is null and merged_into is null) p
    limit $2)';
  parts text[] := '{}';
  contacts text[] := '{}';
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
    return query execute (select format('select id from (%s) found limit $2', string_agg(part, ' union '))
      from (select format(live, part) from unnest(parts) part union all select format(further, part) from unnest(contacts) part) all_parts (part))
      using current_store(), most, hidden;
  end if;
end $$;
