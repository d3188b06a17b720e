import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, inStore } from '../../database/db.ts'
import { wantRewrite } from '../../database/rewrite/want.ts'
import { openBody, REQUEST_LOG_MS, sealBody } from '../../http/request-log.ts'
import type { JobContext } from '../../jobs/define.ts'
import type { EraseRequest } from './cursor.ts'
import type { ErasedPeople } from './person.ts'
import { REDACTED } from './redact.ts'
import { keyTest } from './search.ts'

/** Bodies that are opened in one transaction. */
const BLOCK_BODIES = 2000

interface LoggedBody {
  id: number
  credential_id: number
  body: Buffer
  /** Places of items that were about these people. */
  places: number[]
}

/**
 * Removes the items of these people from the sealed bodies of requests: those with a key or the number of theirs, and those whose result names
 * them. Other processes write their requests a moment later, so this waits for them first.
 */
export async function eraseBodies(
  { core, storeId, block, signal }: JobContext<EraseRequest>,
  people: ErasedPeople,
): Promise<void> {
  if (!(await inStore(core.pool, storeId, (db) => hasPrograms(db, storeId)))) return
  await sleep(REQUEST_LOG_MS, undefined, { signal })
  const hasKey = keyTest(people) ?? (() => false)
  const ids = new Set(people.ids)
  const isAbout = (item: unknown) => namesOne(item, ids) || hasKey(JSON.stringify(item))
  for (let after = 0, left = true; left; ) {
    signal.throwIfAborted()
    await block(async (db) => {
      const bodies = await nextBodies(db, storeId, people.ids, after)
      left = bodies.length === BLOCK_BODIES
      after = bodies.at(-1)?.id ?? after
      let changed = 0
      for (const { id, credential_id, body, places } of bodies) {
        const text = openBody(core.config.secretKey, storeId, credential_id, body)
        const without = redactBody(text, (item, place = -1) => places.includes(place) || isAbout(item))
        if (without === text) continue
        changed++
        await db
          .updateTable('program_request')
          .set({ body: sealBody(core.config.secretKey, storeId, credential_id, without) })
          .where('store_id', '=', storeId)
          .where('id', '=', id)
          .execute()
      }
      if (changed > 0) await wantRewrite(db, ['program_request'])
      return {}
    })
  }
}

/** True for an item with the number of one of these profiles. A refused request and a trial have no result that names them. */
function namesOne(item: unknown, ids: ReadonlySet<number>): boolean {
  const { id, profile } = Object(item) as { id?: unknown; profile?: unknown }
  return [id, Object(profile).id].some((one) => ids.has(Number(one)))
}

async function hasPrograms(db: Db, storeId: number): Promise<boolean> {
  const { rows } = await sql`select from credential where store_id = ${storeId} limit 1`.execute(db)
  return rows.length > 0
}

/** Returns logged bodies after an id, with the places of the items whose result names these people. */
async function nextBodies(db: Db, storeId: number, ids: readonly number[], after: number): Promise<LoggedBody[]> {
  const { rows } = await sql<LoggedBody>`
    select l.id, l.credential_id, l.body, array(
      select (x.result ->> 'index')::int from receipt r cross join lateral jsonb_array_elements(r.results) x (result)
      where r.store_id = l.store_id and r.id = l.receipt_id and (x.result ->> 'profile_id')::bigint = any(${ids}::bigint[])) as places
    from program_request l
    where l.store_id = ${storeId} and l.id > ${after} and l.body is not null
    order by l.id limit ${BLOCK_BODIES}`.execute(db)
  return rows
}

/** Returns a body without the items about erased people. A body that is one item is at place 0; a refused one may hold anything else. */
function redactBody(text: string, isTheirs: (item: unknown, place?: number) => boolean): string {
  const body = JSON.parse(text) as { items?: unknown }
  const { items, ...others } = body
  if (!Array.isArray(items)) return isTheirs(body, 0) ? JSON.stringify(REDACTED) : text
  if (isTheirs(others)) return JSON.stringify(REDACTED)
  if (!items.some(isTheirs)) return text
  return JSON.stringify({ ...others, items: items.map((item, place) => (isTheirs(item, place) ? REDACTED : item)) })
}
