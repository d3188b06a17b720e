import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { recentlyMoved } from '../membership/sizes.ts'
import { nameOfPerson } from './people.ts'

interface Row {
  id: number
  name: string
  phone: string
  at: string
}

/** Profiles that recently joined a segment or left it, the latest first. */
export async function movedOf(
  db: Db,
  storeId: number,
  id: number,
  { way, offset, limit }: { way: 'joined' | 'left'; offset: number; limit: number },
) {
  const moved = recentlyMoved(storeId, id, way)
  const counted = await sql<{ total: number }>`select count(*) as total from ${moved}`.execute(db)
  const { rows } = await sql<Row>`
    select profile.id, ${nameOfPerson} as name, coalesce(phone, '') as phone, moved.at
    from ${moved} join profile on profile.store_id = ${storeId} and profile.id = moved.profile_id
    order by moved.at desc, profile.id limit ${limit} offset ${offset}`.execute(db)
  const data = rows.map(({ at, ...profile }) => ({ profile, at }))
  return { data, total: counted.rows[0]!.total }
}
