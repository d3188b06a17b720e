import { sql } from 'kysely'
import { readKeyword, searchIds } from '../../customers/profiles/search.ts'
import { type Db, escapeLike } from '../../database/db.ts'
import { canonicalText } from '../../formats/values/thai.ts'

/** Maximum things, and maximum customers, whose acts a search lists. */
const MOST_THINGS = 50

export interface Subject {
  subject_type: string
  subject_id: string
}

/** Things that had a name like the keyword at any time, and customers found by it. */
export async function subjectsNamed(
  db: Db,
  storeId: number,
  keyword: string,
  { customers }: { customers: boolean },
): Promise<Subject[]> {
  const like = `%${escapeLike(canonicalText(keyword))}%`
  const { rows } = await sql<Subject>`select distinct subject_type, subject_id from audit_name
    where store_id = ${storeId} and subject_type <> 'store' and name_key(name) like name_key(${like})
    limit ${MOST_THINGS}`.execute(db)
  if (!customers) return rows
  const found = await sql<{ id: number }>`select id from ${searchIds(readKeyword(keyword), MOST_THINGS)} s`.execute(db)
  return [...rows, ...found.rows.map(({ id }) => ({ subject_type: 'profile', subject_id: String(id) }))]
}

/** Author ids among subjects: what a person did is found by their name, too. */
export const authorIds = (subjects: readonly Subject[]): number[] =>
  subjects.flatMap(({ subject_type, subject_id }) => (subject_type === 'user' ? [Number(subject_id)] : []))
