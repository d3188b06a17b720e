import type pg from 'pg'
import { keyHasher } from '../../customers/erasure/key-hashes.ts'
import type { ReadRow, RowActivity } from '../../imports/run/decided-rows.ts'
import { keyText, type Plan } from '../../imports/run/plan.ts'

/** Number by which a source calls an activity, such as that of a receipt. */
export interface Reference {
  text: string
  /** Sender to which the number belongs. */
  source: string
  /** Keyed hash of what was sent now, in hex. */
  digest: string
  /** Keyed hash of what the source sent under it before; null if nothing is stored. */
  before: string | null
  /** The item corrects what was sent before. */
  replace: boolean
}

/** Type and reference of the activity of a row. */
export interface SentActivity {
  typeId: number
  reference: Reference | null
}

export type SentActivities = ReadonlyMap<number, SentActivity>

export const sourceOfCredential = (lineage: number) => `credential:${lineage}`
export const sourceOfConnector = (dataSourceId: number) => `connector:${dataSourceId}`

type Content = Extract<ReadRow, { values: unknown }> & { activity: RowActivity }

/** Returns the digest of a row's activity: its type, time and values, and the first key of its customer. */
export function digester(secretKey: string, storeId: number, { keys, fields }: Pick<Plan, 'keys' | 'fields'>) {
  const hash = keyHasher(secretKey, storeId)
  return (typeId: number, { number, values, activity }: Content): string => {
    const key = keys.find((place) => keyText(values[place]!) !== null)
    const customer =
      number !== undefined ? ['id', number] : key === undefined ? [] : [fields[key]!.field.id, keyText(values[key]!)]
    const sent = Object.entries(activity.fields).sort(([a], [b]) => Number(a) - Number(b))
    return hash('activity', JSON.stringify([typeId, activity.at, sent, customer])).toString('hex')
  }
}

/** Names a reference within a store. */
export const nameOfReference = ({ typeId }: SentActivity, { source, text }: Reference) => `${source} ${typeId} ${text}`

/**
 * Activities under a row's reference, of any type. The type is compared outside of OFFSET 0: inside, the index of types fits as well, and
 * would be read whole for each row.
 */
export const sentAs = (row: string) =>
  `(select id, type_id, sent_digest from activity where store_id = $1 and source = ${row}.source
     and reference = ${row}.reference offset 0)`

/** Completes references with what their source sent before, and gives them to their rows. */
export async function findReferences(
  client: pg.ClientBase,
  storeId: number,
  sent: SentActivities,
  rows: readonly ReadRow[],
): Promise<void> {
  const named = rows.flatMap((row) => {
    const activity = sent.get(row.no)
    return 'values' in row && activity?.reference ? [{ row, activity, reference: activity.reference }] : []
  })
  if (named.length === 0) return
  const { rows: found } = await client.query<{ place: number; digest: string }>(
    `select n.place::int, encode(a.sent_digest, 'hex') as digest
     from unnest($2::text[], $3::int[], $4::text[]) with ordinality n (source, type_id, reference, place)
     cross join lateral ${sentAs('n')} a where a.type_id = n.type_id`,
    [
      storeId,
      named.map(({ reference }) => reference.source),
      named.map(({ activity }) => activity.typeId),
      named.map(({ reference }) => reference.text),
    ],
  )
  for (const { place, digest } of found) named[place - 1]!.reference.before = digest
  for (const { row, activity, reference } of named) {
    const { digest, before, replace } = reference
    row.reference = { name: nameOfReference(activity, reference), digest, before, replace }
  }
}
