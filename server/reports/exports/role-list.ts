import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { sql } from 'kysely'
import type { ListFile } from './list-file.ts'
import { headers } from './list-words.ts'

/** Title of a role: preset ones in the reader's language. */
export function roleTitle(language: Language, name: 'role.name' | 'r.name') {
  const cases = presetRoles.map((role) => sql`when ${sql.lit(role.name)} then ${sql.lit(role.title[language])}`)
  return sql`case ${sql.ref(name)} ${sql.join(cases, sql` `)} else ${sql.ref(name)} end`
}

/** Roles with their permissions, and how many people hold them. */
export const roleList: ListFile = {
  title: { th: 'บทบาท', en: 'Roles' },
  right: 'store.role.read',
  from: (storeId) => sql`role r where r.store_id = ${storeId}`,
  order: sql`r.id`,
  words: sql`r.name`,
  at: sql`r.updated_at`,
  columns: [
    { header: headers.id, type: 'text', value: () => sql`r.id` },
    { header: headers.name, type: 'text', value: (language) => roleTitle(language, 'r.name') },
    { header: headers.description, type: 'text', value: () => sql`r.description` },
    { header: { th: 'สิทธิ์', en: 'Permissions' }, type: 'text', value: () => sql`array_to_string(r.permissions, ', ')` },
    {
      header: { th: 'จำนวนผู้ใช้', en: 'People' },
      type: 'number',
      value: () =>
        sql`(select count(*) from store_member m where m.store_id = r.store_id and m.role_id = r.id and m.removed_at is null)`,
    },
    { header: headers.updatedAt, type: 'instant', value: () => sql`r.updated_at` },
  ],
}
