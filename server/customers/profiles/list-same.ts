import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { readPhone } from '../../formats/values/phones.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { profilesOf } from './queries.ts'

const MOST = 10

interface Same {
  id: number
  name: string
  by: 'phone' | 'email'
}

/** Live profiles that have this phone, typed in any way, or this e-mail address: the newest ten, each once. */
export async function sameProfiles(
  db: Db,
  storeId: number,
  typed: { phone?: string; email?: string },
): Promise<Same[]> {
  const reading = readPhone(typed.phone ?? '')
  const phone = 'value' in reading ? reading.value : null
  const email = canonicalText(typed.email ?? '').toLowerCase()
  const same = [
    ...(phone === null ? [] : await havingSame(db, storeId, 'phone', phone)),
    ...(email === '' ? [] : await havingSame(db, storeId, 'email', email)),
  ]
  return [...new Map(same.toReversed().map((one) => [one.id, one])).values()].toReversed().slice(0, MOST)
}

function havingSame(db: Db, storeId: number, by: Same['by'], value: string) {
  const name = sql<string>`coalesce(nullif(concat_ws(' ', first_name, last_name), ''),
    nullif(concat_ws(' ', first_name_en, last_name_en), ''), line_display_name, ${sql.ref(by)})`
  return profilesOf(db, storeId)
    .select(['profile.id', name.as('name'), sql.lit(by).as('by')])
    .where(by, '=', value)
    .orderBy('profile.id', 'desc')
    .limit(MOST)
    .execute()
}
