-- The type that the values of a field are being converted to, block by block. Until that is done nobody writes one, and they are
-- shown as text, which each of them is.
alter table profile_field add converting_to text check (converting_to in ('String', 'Number', 'Date', 'Boolean'));
alter table activity_field add converting_to text check (converting_to in ('String', 'Number', 'Date', 'Boolean'));

-- What a deleted field was matched by goes with its values, block by block: a million keys are too many for one statement.
alter table profile_key drop constraint profile_key_store_id_field_id_fkey;
