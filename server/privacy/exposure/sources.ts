import { EXPOSURE_YEARS, type ExposureKind } from '@ruam/contract/privacy/exposure.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

interface Source {
  kind: ExposureKind
  id: number
  name: string
  at: string | null
}

/** Newest files in the list. */
const FILES = 200

/** Logins, programs, files and the SQL account of the last two years, also those that ended. */
export async function exposureSources(db: Db, storeId: number): Promise<Source[]> {
  const since = sql`now() - make_interval(years => ${EXPOSURE_YEARS}::int)`
  const { rows } = await sql<Source>`
    select * from (
      select 'person' as kind, u.id, btrim(u.first_name || ' ' || u.last_name) as name, m.removed_at as at
      from store_member m join users u on u.id = m.user_id
      where m.store_id = ${storeId} and coalesce(m.removed_at, 'infinity') >= ${since}
      union all
      select 'program', id, name, revoked_at from credential
      where store_id = ${storeId} and coalesce(revoked_at, 'infinity') >= ${since}
      union all
      (select 'export', file.id, max(file.name), max(file.at) from (
          select export_id as id, '' as name, at from export_people where store_id = ${storeId} and part = 0
          union all
          select j.id, coalesce(e.file_name, ''), j.created_at
          from job j left join export e on e.store_id = j.store_id and e.id = j.id
          where j.store_id = ${storeId} and j.kind = 'export' and j.status = 'completed'
            and j.request ->> 'type' in ('profile', 'activity', 'preview_history', 'broadcast_recipient', 'online_log')
        ) file
        group by file.id order by max(file.at) desc, file.id desc limit ${FILES})
      union all
      select 'sql', 1, '', null where exists (select from sql_session where store_id = ${storeId})
        or exists (select from sql_login where store_id = ${storeId})
    ) source
    order by array_position(array['person', 'program', 'export', 'sql'], kind), at desc nulls first, name, id`.execute(
    db,
  )
  return rows
}
