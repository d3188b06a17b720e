-- Parts of a purchase, so that a file's columns find the fields of a purchase whatever staff call them.
alter table activity_field
  add column purchase_part text check (purchase_part in ('order_number', 'items', 'branch', 'channel'));
create unique index activity_field_purchase_part on activity_field (store_id, purchase_part) where purchase_part is not null;

-- A new store has an activity type of purchases, so that its first sales file fills the dashboard. Older stores are offered it.
create function add_purchase_type() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  -- PURCHASE_FIELDS in server/customers/fields/purchase-type.ts.
  with fields as (
    insert into activity_field (store_id, field_name, display_name, data_type, purpose, purchase_part) values
      (new.store_id, 'orderTotal', 'ยอดซื้อ', 'Number', 'amount', null),
      (new.store_id, 'orderNo', 'เลขที่บิล', 'String', null, 'order_number'),
      (new.store_id, 'items', 'สินค้า', 'String', null, 'items'),
      (new.store_id, 'branch', 'สาขา', 'String', null, 'branch'),
      (new.store_id, 'channel', 'ช่องทาง', 'String', null, 'channel')
    returning id
  )
  insert into activity_type (store_id, name, field_ids) select new.store_id, 'ซื้อสินค้า', array_agg(id order by id) from fields;
  return null;
end $$;
revoke all on function add_purchase_type() from public;
grant insert, select (store_id, id) on activity_field to ruam_auth;
grant insert on activity_type to ruam_auth;
create policy auth on activity_field to ruam_auth using (true) with check (true);
create policy auth on activity_type for insert to ruam_auth with check (true);

-- Stores are made by functions of schema auth. The owner only copies and restores them, with their types.
create trigger add_purchase_type after insert on store for each row
  when (current_user = 'ruam_auth') execute function add_purchase_type();
