import type pg from 'pg'
import { copyLines, copyValue } from './copy.ts'
import type { Decided } from './decide.ts'
import type { Entry, Known } from './entry.ts'
import { stillEarlier } from './lookup.ts'
import { keyText, type Plan } from './plan.ts'
import type { Values } from './planned-field.ts'
import { type SeenTexts, seenTexts } from './seen-texts.ts'

/** The dry run's table: profiles as they would be. Nothing of it outlives the connection. */
const OVERLAY = 'pg_temp.overlay'

/** A profile in it. */
interface Kept {
  values: Values
  earlier: [number, number][] | null
  further: [number, readonly string[]][] | null
}

export interface Overlay {
  client: pg.ClientBase
  /** Key values that profiles in it carry, or carried: asking for any other is no use. */
  seen: SeenTexts[]
  /** Whether stored profiles are in it. */
  replaces: boolean
}

export async function prepareOverlay(client: pg.ClientBase, plan: Plan): Promise<Overlay> {
  const keys = plan.keys.map((_, order) => `key_${order} text`)
  const shape = ['id bigint', '"values" text', ...keys].join(', ')
  await client.query(`
    drop table if exists ${OVERLAY};
    create temp table overlay (${shape});
    create unique index on ${OVERLAY} (id);
    ${plan.keys.map((_, order) => `create index on ${OVERLAY} (key_${order}) where key_${order} is not null;`).join('\n')}`)
  return { client, seen: plan.keys.map(seenTexts), replaces: false }
}

/** Adds to `known` who is in the overlay with one of these values. */
async function take(
  client: pg.ClientBase,
  known: Map<number, Known>,
  name: string,
  type: string,
  where: string,
  values: unknown[],
) {
  const { rows } = await client.query<[number, string]>({
    name,
    text: `select o.id, o."values" from unnest($1::${type}[]) k(value)
        cross join lateral (select id, "values" from ${OVERLAY} where ${where} = k.value offset 0) o`,
    values: [values],
    rowMode: 'array',
  })
  for (const [id, row] of rows) {
    const { values, earlier, further } = JSON.parse(row) as Kept
    known.set(id, { id, values, earlier: earlier && new Map(earlier), further: further && new Map(further) })
  }
}

/** Stored people as they would be. */
export async function replacedInOverlay({ client, replaces }: Overlay, stored: readonly Known[]): Promise<Known[]> {
  const known = new Map(stored.map((person) => [person.id, person]))
  if (replaces && stored.length > 0) await take(client, known, 'overlay-ids', 'bigint', 'id', [...known.keys()])
  return [...known.values()]
}

/**
 * The holders of some values of a key as they would be: `stored` is what the store says. A profile that would have
 * another value is no holder, and does no harm.
 */
export async function holdersInOverlay(
  overlay: Overlay,
  plan: Plan,
  key: number,
  texts: string[],
  stored: readonly Known[],
): Promise<Known[]> {
  const { client, seen } = overlay
  const order = plan.keys.indexOf(key)
  const known = new Map(stored.map((person) => [person.id, person]))
  const worthAsking = texts.filter((text) => seen[order]!.mayHave(text))
  if (worthAsking.length > 0) await take(client, known, `overlay-${order}`, 'text', `key_${order}`, worthAsking)
  for (const person of await replacedInOverlay(overlay, stored)) known.set(person.id, person)
  return [...known.values()]
}

/** Remembers what a batch would have written. New profiles get negative ids, from the row that would make them. */
export async function writeOverlay(overlay: Overlay, plan: Plan, { added, updated }: Decided): Promise<void> {
  if (added.length + updated.length === 0) return
  const { client, seen } = overlay
  for (const entry of added) entry.id = -entry.row
  const line = (entry: Entry) => {
    const earlier = stillEarlier(entry)
    const kept: Kept = {
      values: entry.values,
      earlier: earlier && [...earlier],
      further: entry.further && [...entry.further],
    }
    let cells = `${entry.id}\t${copyValue(JSON.stringify(kept))}`
    for (const [order, key] of plan.keys.entries()) {
      const text = keyText(entry.values[key]!)
      if (text !== null) seen[order]!.add(text)
      cells += `\t${copyValue(text)}`
    }
    return cells
  }
  if (updated.length > 0) {
    overlay.replaces ||= updated.some((entry) => entry.id! > 0)
    await client.query({
      name: 'overlay-replace',
      text: `delete from ${OVERLAY} where id = any($1::bigint[])`,
      values: [updated.map((entry) => entry.id)],
    })
  }
  await copyLines(client, OVERLAY, [...added, ...updated].map(line))
}
