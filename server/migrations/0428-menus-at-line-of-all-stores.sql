-- Accounts whose menus at LINE changed are found over all stores.
grant select on rich_menu_at_line to ruam_auth;
create policy auth on rich_menu_at_line for select to ruam_auth using (true);
