-- Customers and their answers that come from Facebook pages.
alter table profile_change drop constraint profile_change_source_check,
  add constraint profile_change_source_check
    check (source in ('user', 'api_key', 'line', 'facebook', 'system', 'merge', 'undo'));
alter table consent_entry drop constraint consent_entry_source,
  add constraint consent_entry_source check (source in ('user', 'run', 'api_key', 'line', 'facebook'));
alter table activity_type drop constraint activity_type_purpose_check,
  add constraint activity_type_purpose_check check (purpose in ('note', 'visit', 'line_follow', 'line_unfollow',
    'line_message', 'line_postback', 'facebook_message', 'facebook_postback'));
