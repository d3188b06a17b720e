-- Lets the search use its bitmaps on connections for declared reads, where they are switched off.
alter function auth.find_profiles(text[], text[], text, text, text[], int) set enable_bitmapscan = on;
