-- A text as rules compare it: in the canonical form of files, without marks that nobody sees, in lower case. Most texts are canonical
-- already; the others were typed by hand.
create function canonical_text(value text) returns text
language sql immutable parallel safe
as $$
  select regexp_replace(regexp_replace(
    -- A tone that was typed behind its vowel, and a sara am of two signs.
    regexp_replace(regexp_replace(replace(lines, 'เเ', 'แ'),
      '([ก-ฮ])([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*)\u0e4d([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*)[\u0e32\u0e33]([\u0e48-\u0e4b]*)', '\1\2\3\4ำ', 'g'),
      '([ก-ฮ])([\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]*)\u0e33([\u0e48-\u0e4b]+)', '\1\2\3ำ', 'g'),
    '([\u0e47-\u0e4e]+)([\u0e31\u0e34-\u0e3a]+)', '\2\1', 'g'),
    '([\u0e47-\u0e4e]+)([\u0e31\u0e34-\u0e3a]+)', '\2\1', 'g')
  from regexp_replace(value, '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]', '', 'g') seen,
    regexp_replace(seen, '\r\n?|[\u0085\u2028\u2029]', E'\n', 'g') ended,
    regexp_replace(ended, '[ \t\v\f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+', ' ', 'g') spaced,
    normalize(btrim(regexp_replace(spaced, ' ?\n ?', E'\n', 'g'), E' \n'), NFC) lines
$$;

create function rule_text(value text) returns text
language sql immutable parallel safe
as $$
  select lower(case when value ~ '[\u0001-\u0009\u000b-\u001f\u007f-\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff]|  | \n|\n '
    then canonical_text(value) else value end)
$$;

-- Who asked that their data be kept and not used (PDPA section 34) is in no segment.
alter table profile add column restricted_at timestamptz;
-- Who is in no segment whatever its rule says. Hardly anybody: no import writes here. With coalesce, so that no list of the deleted takes
-- it for its own index.
create index profile_outside on profile (store_id, id) where coalesce(deleted_at, restricted_at) is not null or merged_into is not null;
