-- Notes had the word that saving has. A store that calls something else of its own a note, or has renamed these, keeps its names.
with renamed_types as (
  update activity_type t set name = 'โน้ต'
  where t.purpose = 'note' and t.name = 'บันทึก'
    and not exists (select from activity_type o where o.store_id = t.store_id and name_key(o.name) = name_key('โน้ต'))
  returning store_id
),
renamed_fields as (
  update activity_field f set display_name = 'ข้อความโน้ต'
  where f.purpose = 'note' and f.display_name = 'ข้อความบันทึก'
    and not exists (select from activity_field o where o.store_id = f.store_id and name_key(o.display_name) = name_key('ข้อความโน้ต'))
  returning store_id
)
insert into names_version as v (store_id)
select store_id from renamed_types union select store_id from renamed_fields
on conflict (store_id) do update set version = v.version + 1;
