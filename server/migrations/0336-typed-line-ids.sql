-- LINE ids as people type them are further contacts too (field 20): no LINE user ids, by which LINE delivers.
alter table profile_contact
  drop constraint profile_contact_field_id_check,
  add constraint profile_contact_field_id_check check (field_id in (9, 11, 20));
