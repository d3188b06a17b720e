import type pg from 'pg'
import { copyLines, copyValue } from './copy.ts'
import type { Decided } from './decided-rows.ts'
import type { RowEntry, StoredProfile } from './entry.ts'
import { stillEarlier } from './lookup.ts'
import { keyText, type Plan } from './plan.ts'
import type { Values } from './planned-field.ts'
import { createTextFilter, type TextFilter } from './text-filter.ts'

/** The dry run's table: profiles as they would be. Nothing of it outlives the connection. */
const OVERLAY = 'pg_temp.overlay'

/** Further phones and e-mails of its profiles, by the order of their key. */
const REPLACED = 'pg_temp.overlay_replaced'

/** A profile in it. */
interface Kept {
  values: Values
  earlier: [number, number][] | null
  further: [number, readonly string[]][] | null
}

export interface Overlay {
  client: pg.ClientBase
  /** Key values that profiles in it carry, or carried, or will once the batches before are written: asking for any other is no use. */
  seen: TextFilter[]
  /** Ids of the stored profiles in it, likewise. */
  replaced: TextFilter
  /** True once a batch has added a further phone or e-mail. */
  hasContacts: boolean
  /** Holders of the orders of the batch that is being written. */
  holders: [key: string, id: number][]
  /** Place of the last row that a block holds. */
  stored: number
}

export async function prepareOverlay(client: pg.ClientBase, plan: Plan): Promise<Overlay> {
  const keys = plan.keys.map((_, order) => `key_${order} text`)
  const shape = ['id bigint', '"values" text', ...keys].join(', ')
  // A dry run that ends early is discarded, so no batch waits for the disk.
  await client.query(`
    set synchronous_commit = off;
    drop table if exists ${OVERLAY};
    create temp table overlay (${shape});
    create unique index on ${OVERLAY} (id);
    drop table if exists ${REPLACED};
    create temp table overlay_replaced (key int, value text, id bigint);
    create index on ${REPLACED} (value);
    ${plan.keys.map((_, order) => `create index on ${OVERLAY} (key_${order}) where key_${order} is not null;`).join('\n')}`)
  return {
    client,
    seen: plan.keys.map(createTextFilter),
    replaced: createTextFilter(),
    hasContacts: false,
    holders: [],
    stored: 0,
  }
}

/** Adds to `known` who is in the overlay with one of these values. */
async function take(
  client: pg.ClientBase,
  known: Map<number, StoredProfile>,
  name: string,
  type: string,
  where: string,
  values: unknown[],
  from = OVERLAY,
) {
  const { rows } = await client.query<[number, string]>({
    name,
    text: `select o.id, o."values" from unnest($1::${type}[]) k(value)
        cross join lateral (select id, "values" from ${from} where ${where} = k.value offset 0) o`,
    values: [values],
    rowMode: 'array',
  })
  for (const [id, row] of rows) {
    const { values, earlier, further } = JSON.parse(row) as Kept
    const person = { id, values, earlier: earlier && new Map(earlier), further: further && new Map(further) }
    known.set(id, id < 0 ? { ...person, made: true } : person)
  }
}

/** Returns stored people as they would be. `written`: earlier batches; awaited only if one of them may have changed a person. `made`: ids of people whom the run would add. */
export async function replacedInOverlay(
  { client, replaced }: Overlay,
  stored: readonly StoredProfile[],
  written: Promise<unknown>,
  made: readonly number[] = [],
): Promise<StoredProfile[]> {
  const known = new Map(stored.map((person) => [person.id, person]))
  const worthAsking = [...[...known.keys()].filter((id) => replaced.mayHave(String(id))), ...made]
  if (worthAsking.length > 0) {
    await written
    await take(client, known, 'overlay-ids', 'bigint', 'id', worthAsking)
  }
  return [...known.values()]
}

/**
 * The holders of some values of a key as they would be: `stored` is what the store says. A profile that would have
 * another value is no holder, and does no harm.
 */
export async function holdersInOverlay(
  overlay: Overlay,
  plan: Plan,
  { key, texts }: { key: number; texts: string[] },
  stored: readonly StoredProfile[],
  written: Promise<unknown>,
): Promise<StoredProfile[]> {
  const { client, seen } = overlay
  const order = plan.keys.indexOf(key)
  const known = new Map(stored.map((person) => [person.id, person]))
  const worthAsking = texts.filter((text) => seen[order]!.mayHave(text))
  if (worthAsking.length > 0) {
    await written
    await take(client, known, `overlay-${order}`, 'text', `key_${order}`, worthAsking)
    const beside = `${REPLACED} r join ${OVERLAY} using (id)`
    if (overlay.hasContacts)
      await take(
        client,
        known,
        `overlay-replaced-${order}`,
        'text',
        `r.key = ${order} and r.value`,
        worthAsking,
        beside,
      )
  }
  for (const person of await replacedInOverlay(overlay, stored, written)) known.set(person.id, person)
  return [...known.values()]
}

/**
 * Remembers whom a batch will write, so that the next one waits only where it asks for one of them. New profiles get negative ids, from
 * the row that would make them.
 */
export function noteOverlay(overlay: Overlay, plan: Plan, { added, updated }: Decided): void {
  const { seen, replaced } = overlay
  if (plan.contacts) overlay.hasContacts = true
  for (const entry of added) entry.id = -entry.row
  for (const { id } of updated) if (id! > 0) replaced.add(String(id))
  for (const { values, kept } of [...added, ...updated]) {
    for (const [order, key] of plan.keys.entries()) {
      const text = keyText(values[key]!)
      if (text !== null) seen[order]!.add(text)
      for (const [place, contact] of kept ?? []) if (place === key) seen[order]!.add(contact)
    }
  }
}

/** Writes down what a batch would have written. */
export async function writeOverlay(overlay: Overlay, plan: Plan, { added, updated, orders }: Decided): Promise<void> {
  const { client } = overlay
  overlay.holders = [...orders].map(([key, { id }]) => [key, id!])
  if (added.length + updated.length === 0) return
  const line = (entry: RowEntry) => {
    const earlier = stillEarlier(entry)
    const kept: Kept = {
      values: entry.values,
      earlier: earlier && [...earlier],
      further: entry.further && [...entry.further],
    }
    let cells = `${entry.id}\t${copyValue(JSON.stringify(kept))}`
    for (const key of plan.keys) cells += `\t${copyValue(keyText(entry.values[key]!))}`
    return cells
  }
  if (updated.length > 0) {
    await client.query({
      name: 'overlay-replace',
      text: `delete from ${OVERLAY} where id = any($1::bigint[])`,
      values: [updated.map((entry) => entry.id)],
    })
  }
  const columns = ['id', '"values"', ...plan.keys.map((_, order) => `key_${order}`)]
  await copyLines(client, `${OVERLAY} (${columns.join(', ')})`, [...added, ...updated].map(line))
  const contacts = [...added, ...updated].flatMap(({ id, kept }) =>
    (kept ?? []).flatMap(([place, value]) => {
      const order = plan.keys.indexOf(place)
      return order < 0 ? [] : [`${order}\t${copyValue(value)}\t${id}`]
    }),
  )
  await copyLines(client, `${REPLACED} (key, value, id)`, contacts)
}
