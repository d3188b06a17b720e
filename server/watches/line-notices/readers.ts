import type { NoticeDeclaration } from '@ruam/contract/platform/notice.ts'
import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { watchWaitsNotice } from '@ruam/contract/watches/notices.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Members who may read a notice now, with their language and the LINE id that they linked. */
export const readersOf = (storeId: number, { readBy }: Pick<NoticeDeclaration, 'readBy'>): RawBuilder<unknown> => sql`
  select m.user_id, btrim(u.first_name || ' ' || u.last_name) as name, u.language, l.channel_id, l.line_user_id
  from store_member m join role r on r.store_id = m.store_id and r.id = m.role_id join users u on u.id = m.user_id
  left join line_member l on l.store_id = m.store_id and l.user_id = m.user_id
  where m.store_id = ${storeId} and m.removed_at is null
    and (r.name = ${sql.lit(OWNER)} or ${sql.lit(readBy)} = any(r.permissions))`

/** Returns the members who are notified of watches, by name. */
export async function notifiedMembers(db: Db, storeId: number) {
  const { rows } = await sql<{ id: number; name: string; line_linked: boolean }>`
    select user_id as id, name, line_user_id is not null as line_linked
    from (${readersOf(storeId, watchWaitsNotice)}) r order by name collate "th-x-icu", user_id`.execute(db)
  return rows
}
