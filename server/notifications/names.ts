import { roleTitle } from '@ruam/contract/access/preset-roles.ts'
import { rightName } from '@ruam/contract/access/rights-matrix.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Named, NoticeDeclaration } from '@ruam/contract/platform/notice.ts'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import type { NoticeRow } from './queries.ts'

/** Names of deleted things. */
const gone: Readonly<Record<Named, Readonly<Record<Language, string>>>> = {
  data_source: { th: '(แหล่งข้อมูลที่ลบไปแล้ว)', en: '(a deleted data source)' },
  label: { th: '(เซกเมนต์ที่ลบไปแล้ว)', en: '(a deleted segment)' },
  user: { th: '(ผู้ใช้ที่ออกไปแล้ว)', en: '(a former user)' },
  right: { th: 'เพิ่มเติม', en: 'more' },
  role: { th: '(บทบาทที่ลบไปแล้ว)', en: '(a deleted role)' },
  export: { th: 'ไฟล์ส่งออก', en: 'An exported file' },
  automation: { th: '(การทำงานอัตโนมัติที่ลบไปแล้ว)', en: '(a deleted automation)' },
  broadcast: { th: '(บรอดแคสต์ที่ลบไปแล้ว)', en: '(a deleted broadcast)' },
  rich_menu: { th: '(เมนูที่ลบไปแล้ว)', en: '(a deleted menu)' },
  channel: { th: '(บัญชีที่เลิกเชื่อมต่อแล้ว)', en: '(a disconnected account)' },
  credential: { th: '(คีย์ที่ลบไปแล้ว)', en: '(a deleted key)' },
  job: { th: 'งานเบื้องหลัง', en: 'Work in the background' },
  agreement: { th: 'ใหม่', en: 'new' },
  restoration: { th: '(ไม่ทราบเวลา)', en: '(unknown time)' },
}

type Names = (db: Db, storeId: number, ids: readonly number[]) => Promise<{ id: number; name: string }[]>

const of =
  (text: (storeId: number, ids: readonly number[]) => ReturnType<typeof sql<{ id: number; name: string }>>): Names =>
  async (db, storeId, ids) =>
    (await text(storeId, ids).execute(db)).rows

/** Current names of things. Job titles come from their feature. */
const known: Readonly<Record<Exclude<Named, 'job'>, Names>> = {
  data_source: of(
    (store, ids) => sql`select id, name from data_source
      where store_id = ${store} and id = any(${ids}::int[]) and deleted_at is null`,
  ),
  label: of((store, ids) => sql`select id, name from label where store_id = ${store} and id = any(${ids}::int[])`),
  user: of(
    (_store, ids) =>
      sql`select id, btrim(first_name || ' ' || last_name) as name from users where id = any(${ids}::int[])`,
  ),
  role: of((store, ids) => sql`select id, name from role where store_id = ${store} and id = any(${ids}::int[])`),
  right: of(
    (store, ids) =>
      sql`select id, permission as name from right_request where store_id = ${store} and id = any(${ids}::int[])`,
  ),
  export: of(
    (store, ids) => sql`select id, file_name as name from export where store_id = ${store} and id = any(${ids}::int[])`,
  ),
  automation: of(
    (store, ids) => sql`select id, name from automation where store_id = ${store} and id = any(${ids}::int[])`,
  ),
  broadcast: of(
    (store, ids) => sql`select id, name from broadcast where store_id = ${store} and id = any(${ids}::int[])`,
  ),
  rich_menu: of(
    (store, ids) => sql`select id, name from rich_menu where store_id = ${store} and id = any(${ids}::int[])`,
  ),
  channel: of((store, ids) => sql`select id, name from channel where store_id = ${store} and id = any(${ids}::int[])`),
  credential: of(
    (store, ids) => sql`select id, name from credential where store_id = ${store} and id = any(${ids}::int[])`,
  ),
  agreement: of((_store, ids) => sql`select id, version as name from auth.agreement_versions(${ids}::int[])`),
  restoration: of(
    (_store, ids) => sql`select id, to_char(backup_at at time zone store_zone(), 'DD / MM / YYYY - HH24:MI') as name
      from auth.restorations() where id = any(${ids}::int[])`,
  ),
}

/** Things that are kept under a name of the program, as a reader of this language sees them. */
const inWords: Readonly<Partial<Record<Named, (kept: string, language: Language) => string>>> = {
  role: roleTitle,
  right: rightName,
}

/** Returns current names for notifications, by kind and id. */
export async function namesFor(
  db: Db,
  storeId: number,
  rows: readonly (NoticeRow & { declared: NoticeDeclaration })[],
  jobTitles: ReadonlyMap<number, string>,
  language: Language,
): Promise<(named: Named, id: number) => string> {
  const wanted = new Map<Named, Set<number>>()
  for (const { declared, data } of rows) {
    for (const [named, key] of Object.values(declared.names)) {
      const ids = wanted.get(named) ?? new Set()
      if (data[key] !== undefined) wanted.set(named, ids.add(data[key]))
    }
  }
  const found = new Map<Named, Map<number, string>>([['job', new Map(jobTitles)]])
  for (const [named, ids] of wanted) {
    if (named === 'job') continue
    const names = await known[named](db, storeId, [...ids])
    const say = inWords[named]
    const shown = say ? names.map(({ id, name }) => ({ id, name: say(name, language) })) : names
    found.set(named, new Map(shown.map(({ id, name }) => [id, name])))
  }
  return (named, id) => found.get(named)?.get(id) || gone[named][language]
}
