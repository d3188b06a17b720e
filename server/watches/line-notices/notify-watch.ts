import type { NoticeDeclaration, NoticeEnding } from '@ruam/contract/platform/notice.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { writeNotice } from '../../notifications/notify.ts'
import { readersOf } from './readers.ts'

interface AboutWatch {
  id: number
  data_source_id: number
}

/** Writes a notice of a watch and, if the watch sends notices by LINE, one message for each linked member who may read it. */
export async function notifyOfWatch(
  db: Db,
  storeId: number,
  notice: NoticeDeclaration,
  { id, data_source_id }: AboutWatch,
  { ending, file = null }: { ending: NoticeEnding; file?: number | null },
): Promise<void> {
  const data = { watch_id: id, datasource_id: data_source_id }
  const noticeId = await writeNotice(db, storeId, notice, { ending, data })
  await sql`
    insert into watch_line_notice (store_id, notification_id, user_id, watch_id, file_id)
    select w.store_id, ${noticeId}::bigint, r.user_id, w.id, ${file}::int
    from watch w cross join (${readersOf(storeId, notice)}) r
    join line_member m on m.store_id = ${storeId} and m.user_id = r.user_id and m.line_user_id is not null
    where w.store_id = ${storeId} and w.id = ${id} and w.line_notice
    -- A member who is unlinked meanwhile is left out.
    for key share of m`.execute(db)
}
