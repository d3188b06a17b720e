-- A text that somebody typed keeps the marks that nobody sees (zero-width marks, direction marks, soft hyphens): a search passes over
-- them. What is kept already has none of them, so the keys that are stored and indexed stay as they are.
create or replace function search_key(text_to_search text) returns text
language sql immutable parallel safe
as $$
  select ' ' || translate(
    lower(normalize(coalesce(text_to_search, ''), NFC)),
    'ัิีึืฺุู็่้๊๋์ํ๎๐๑๒๓๔๕๖๗๘๙' ||
      U&'\00AD\200B\200C\200D\200E\200F\2060\2061\2062\2063\2064\206A\206B\206C\206D\206E\206F\FEFF',
    'აბგდევზთიკლმნოპჟ0123456789')
$$;
