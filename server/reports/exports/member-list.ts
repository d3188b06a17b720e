import { sql } from 'kysely'
import type { ListFile } from './list-file.ts'
import { headers } from './list-words.ts'
import { roleTitle } from './role-list.ts'

/** Members of the store with their roles. */
export const peopleList: ListFile = {
  title: { th: 'ผู้ใช้ในร้าน', en: 'People of the store' },
  right: 'user.user.read',
  from: (storeId) => sql`store_member r join users u on u.id = r.user_id
    join role on role.store_id = r.store_id and role.id = r.role_id where r.store_id = ${storeId} and r.removed_at is null`,
  order: sql`u.first_name, u.last_name, u.id`,
  words: sql`u.first_name || ' ' || u.last_name || ' ' || u.email`,
  at: sql`r.created_at`,
  columns: [
    { header: headers.name, type: 'text', value: () => sql`btrim(u.first_name || ' ' || u.last_name)` },
    { header: { th: 'อีเมล', en: 'Email' }, type: 'text', value: () => sql`u.email` },
    { header: { th: 'บทบาท', en: 'Role' }, type: 'text', value: (language) => roleTitle(language, 'role.name') },
    { header: { th: 'เข้าร่วมเมื่อ', en: 'Joined at' }, type: 'instant', value: () => sql`r.created_at` },
    { header: { th: 'ใช้งานล่าสุด', en: 'Last seen at' }, type: 'instant', value: () => sql`r.seen_at` },
  ],
}
