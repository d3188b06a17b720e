import type { FurtherName } from '@ruam/contract/customers/further-names.ts'
import type pg from 'pg'
import { contactFields } from '../../customers/profiles/contacts.ts'
import type { Decided } from './decided-rows.ts'
import type { EarlierRows, FurtherKeys, RowEntry, StoredProfile } from './entry.ts'
import { withFurtherNames } from './name-cells.ts'
import { keyText, type Plan } from './plan.ts'
import type { Values } from './planned-field.ts'

/**
 * Every stored profile that carries one of these values of a key, or has one of these numbers, in the caller's transaction.
 *
 * LATERAL with OFFSET 0 forces one index probe per value, whatever the statistics said when the plan was made. Which index is still
 * the planner's choice, and on a small store a wrong one costs it the same: a condition on liveness in the probe would offer it the
 * indexes of live profiles, and a batch keeps no plan of the one before.
 */
export async function holdersOf(
  client: pg.ClientBase,
  storeId: number,
  plan: Plan,
  key: number | 'number',
  values: readonly string[] | readonly number[],
): Promise<StoredProfile[]> {
  if (values.length === 0) return []
  const field = key === 'number' ? undefined : plan.fields[key]!.field
  const columnsOfFields = plan.fields.map(({ field: { id, column } }) => column ?? `custom -> '${id}'`)
  // Most runs have no use for two columns more.
  const more =
    plan.runsBefore !== undefined || plan.contacts === true || plan.furtherNames === true || plan.madeBy !== undefined
  // Most profiles were changed by no run since they were made.
  const sources = plan.runsBefore ? "case when sources <> '{}' then sources end" : 'null::jsonb'
  const further = plan.contacts
    ? `(select json_agg(json_build_array(c.field_id, c.value) order by c.field_id, c.value) from profile_contact c
        where c.store_id = $1 and c.profile_id = profile.id)`
    : 'null::json'
  const names = plan.furtherNames
    ? `(select json_agg(json_build_object('kind', n.kind, 'value', n.value) order by n.id) from profile_name n
        where n.store_id = $1 and n.profile_id = profile.id and n.kind <> 'note')`
    : 'null::json'
  const made = plan.madeBy === undefined ? 'null::boolean' : `origin_run = ${plan.madeBy}`
  const columns = `${sources} as sources, ${further} as further, ${names} as names, ${made} as made`
  // None where each row is an activity alone, and its customer a number.
  const own = columnsOfFields.map((value, place) => `, ${value} as v${place}`).join('')
  const person = (where: string) =>
    `select id, deleted_at, merged_into${more ? `, ${columns}` : ''}${own}
     from profile where store_id = $1 and ${where} offset 0`
  const probe = !field
    ? `cross join lateral (${person('id = k.value')}) p`
    : field.column
      ? `cross join lateral (${person(`${field.column} = k.value`)}) p`
      : `cross join lateral (
         select profile_id from profile_key where store_id = $1 and field_id = ${field.id} and value = k.value offset 0) h
       cross join lateral (${person('id = h.profile_id')}) p`
  // A further phone of a customer is found like the one in their profile.
  const beside =
    plan.contacts && field?.column && contactColumns.has(field.column)
      ? `cross join lateral (
           select * from (${person(`${field.column} = k.value`)}) own
           union all
           select o.* from (
             select profile_id from profile_contact where store_id = $1 and field_id = ${field.id} and value = k.value offset 0) h
           cross join lateral (${person(`id = h.profile_id and ${field.column} is distinct from k.value`)}) o) p`
      : probe
  const { rows } = await client.query<
    [number, Sources | null, [number, string][] | null, FurtherName[] | null, boolean | null, ...Values]
  >({
    // A run that replaces its first phone or e-mail asks for further ones from then on.
    name: `holders-${field?.id ?? key}${plan.contacts ? '-contacts' : ''}${plan.furtherNames ? '-names' : ''}`,
    text: `select p.id${more ? ', p.sources, p.further, p.names, p.made' : ''}${columnsOfFields.map((_, place) => `, p.v${place}`).join('')} from unnest($2::${field ? 'text' : 'bigint'}[]) k(value) ${beside}
      where p.deleted_at is null and p.merged_into is null`,
    values: [storeId, values],
    // Arrays: objects with a name for each field cost twice as much.
    rowMode: 'array',
  })
  if (!more) return (rows as unknown as [number, ...Values][]).map(([id, ...own]) => known(id, own, null, null))
  return rows.map(([id, sources, others, called, isMade, ...own]) => {
    const further = others && furtherKeys(plan, others)
    const person = known(
      id,
      own,
      sources && earlierRows(plan, sources),
      called ? withFurtherNames(plan, further, called) : further,
    )
    return isMade ? { ...person, made: true } : person
  })
}

const known = (
  id: number,
  values: Values,
  earlier: EarlierRows | null,
  further: FurtherKeys | null,
): StoredProfile => ({
  id,
  values,
  earlier,
  further,
})

/** LINE ids that people type are kept like contacts. */
const contactColumns = new Set<string>([...contactFields.map(({ column }) => column), 'line_user_id'])

function furtherKeys({ fields }: Plan, others: [field: number, value: string][]): FurtherKeys | null {
  const byKey = fields.map(({ field }, place): [number, string[]] => [
    place,
    others.flatMap(([id, value]) => (id === field.id ? [value] : [])),
  ])
  const there = byKey.filter(([, values]) => values.length > 0)
  return there.length > 0 ? new Map(there) : null
}

/** Sources of values by field id: a run and its row, among others. */
type Sources = Record<string, [source: string, run: number, row: number]>

function earlierRows({ fields, runsBefore }: Plan, sources: Sources): EarlierRows | null {
  const rows = fields.flatMap(({ field }, place): [number, number][] => {
    const [source, run, row] = sources[field.id] ?? []
    return source === 'run' && runsBefore!.has(run!) ? [[place, row!]] : []
  })
  return rows.length > 0 ? new Map(rows) : null
}

/** The same without what a run has changed since. */
export function stillEarlier({ earlier, changed }: Pick<RowEntry, 'earlier' | 'changed'>): EarlierRows | null {
  if (!earlier || !changed) return earlier
  return new Map([...earlier].filter(([place]) => !changed.has(place)))
}

/** Additions and changes of a batch, valid once it is written. */
export interface Touched {
  ids: ReadonlyMap<number, RowEntry>
}

export const touchedBy = ({ added, updated }: Decided): Touched => ({
  ids: new Map([...added, ...updated].map((entry) => [entry.id!, entry])),
})

/** A profile as it is once the batch that touched it is written. */
const afterwards = ({ id, values, further, made, ...entry }: RowEntry): StoredProfile => ({
  id: id!,
  values,
  earlier: stillEarlier(entry),
  further,
  ...(made && { made }),
})

/**
 * Returns those whom a batch touched and who carry one of these values. A search through all of them: few values are asked for, and an
 * index of all takes longer than the deciding.
 */
function touchedHolders({ ids }: Touched, key: number, texts: ReadonlySet<string>): Map<string, RowEntry[]> {
  const found = new Map<string, RowEntry[]>()
  const note = (text: string | null, entry: RowEntry) => {
    if (text === null || !texts.has(text)) return
    const others = found.get(text)
    if (others) others.push(entry)
    else found.set(text, [entry])
  }
  for (const entry of ids.values()) {
    note(keyText(entry.values[key]!), entry)
    if (entry.further) for (const text of entry.further.get(key) ?? []) note(text, entry)
  }
  return found
}

/**
 * The holders of some values of a key as they will be once the batches before are written: `stored` is what the store says, in
 * which any of those batches may be seen or not, and `before` what they touched, the oldest first.
 */
export function holdersAfter(
  before: readonly Touched[],
  key: number,
  texts: readonly string[],
  stored: readonly StoredProfile[],
): StoredProfile[] {
  const known = stored.filter(({ id }) => !before.some(({ ids }) => ids.has(id)))
  if (before.length === 0 || texts.length === 0) return known
  const asked = new Set(texts)
  const touched = before.map((batch) => touchedHolders(batch, key, asked))
  for (const text of asked) {
    for (const [place, holders] of touched.entries()) {
      for (const holder of holders.get(text) ?? []) {
        if (!before.slice(place + 1).some(({ ids }) => ids.has(holder.id!))) known.push(afterwards(holder))
      }
    }
  }
  return known
}

/** People with these numbers as they will be once the batches before are written, the oldest first. */
export function peopleAfter(
  before: readonly Touched[],
  stored: readonly StoredProfile[],
  numbers: readonly number[],
): StoredProfile[] {
  const known = new Map(stored.map((person) => [person.id, person]))
  for (const id of numbers) {
    const touched = before.findLast(({ ids }) => ids.has(id))?.ids.get(id)
    if (touched) known.set(id, afterwards(touched))
  }
  return [...known.values()]
}
