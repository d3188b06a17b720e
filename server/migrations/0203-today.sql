-- The amount of money of a purchase, from which the figures of the shop are summed.
alter table activity_field drop constraint activity_field_purpose_check,
  add constraint activity_field_purpose_check check (purpose in ('note', 'amount'));
-- Marks the number that is called so, where a store has exactly one.
update activity_field f set purpose = 'amount' from (
  select store_id, min(id) as id from activity_field
  where data_type = 'Number' and field_type = 'custom_activity' and purpose is null and converting_to is null
    and lower(display_name || ' ' || field_name) ~
      'ยอด|ราคา|เงิน|มูลค่า|รายได้|amount|total|price|spen[dt]|paid|revenue|sales'
    and lower(display_name || ' ' || field_name) !~
      'จำนวน(?!เงิน)|แต้ม|คะแนน|น้ำหนัก|ต่อหน่วย|ต่อชิ้น|ส่วนลด|ภาษี|ค้าง|คงเหลือ|count|qty|quantity|point|score|unit|discount|tax|balance|percent|%'
  group by store_id having count(*) = 1) fit
where f.store_id = fit.store_id and f.id = fit.id;

-- Figures of the shop by day of its calendar: counted again when they are too old, and kept to compare with.
create table shop_count (
  store_id int not null references store,
  day date not null,
  time_zone text not null,
  counted_at timestamptz not null,
  -- Duration of the count: cheap counts are refreshed sooner.
  milliseconds int not null,
  -- Field of the amounts; null if the store has none.
  field_id int,
  figures jsonb not null,
  -- Best customers going quiet: profile, spend of twelve months, last purchase.
  quiet jsonb not null,
  primary key (store_id, day)
);
select wall('shop_count');
