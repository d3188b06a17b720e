-- Order of a person's tabs of saved views. Ids of views that are gone are ignored.
alter table user_preference add column profile_view_order int[] not null default '{}';

-- The only values of a text field, in their order; null: any text.
alter table profile_field add column choices text[];
alter table profile_field add constraint profile_field_choices
  check (choices is null or (data_type = 'String' and field_type = 'custom_profile' and cardinality(choices) > 0));

-- Whether the title of a browser's tab shows the name of the open customer. Off for shared computers.
alter table store add column names_in_tabs boolean not null default true;
