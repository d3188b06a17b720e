import type { MatchDoubt } from '@ruam/contract/imports/match-doubts.ts'
import type { RowOrder } from '../orders/planned-lines.ts'
import { betterStoredNames, latinMoves } from './better-stored-names.ts'
import type { Decided, ReadRow, RowDecision, RowError, RowReference, UnreadCell } from './decided-rows.ts'
import { type RowEntry, retainContact, type StoredProfile } from './entry.ts'
import { type Answers, findMatch, type Pointed } from './find-match.ts'
import { furtherOf } from './further-contacts.ts'
import { KeyIndex, type KeyLookup } from './key-index.ts'
import { noteFurtherNames } from './name-cells.ts'
import { writtenValues } from './name-fields.ts'
import { compareNames } from './name-likeness.ts'
import { nobodyIn } from './nobody.ts'
import { keyText, type Plan } from './plan.ts'
import type { Values } from './planned-field.ts'
import { overwriteOf, withoutMatched, writesBlindly, writesNoKey } from './row-rights.ts'
import { isCommon } from './traits.ts'

const NONE: ReadonlySet<number> = new Set()
/** Shared by the decisions of a file's rows, which mostly have none. */
const NO_LABELS: readonly string[] = []
const NO_CELLS: readonly UnreadCell[] = []

/** Returns the people for whom earlier runs took rows with this hash; null while they are not looked up. */
type Imported = (hash: string) => readonly number[] | null

interface Asking {
  asked?: KeyLookup
  answers?: Answers | undefined
  /** Known profiles named by a number of a row, or by an equal row of an earlier run. */
  numbered?: ReadonlySet<number> | undefined
  imported?: Imported | undefined
}

/**
 * Decides a batch row by row in file order; the dry run and the real run both ask this. `known` must hold every stored profile
 * that has a key value which `asked` names; it need not hold those that nothing asks for.
 *
 * `findMatch` finds the person of a row; a row sees the effects of earlier rows. A value that a later row of the same file wrote in an
 * earlier run stays: that row writes it again, so that a second run of the file changes no one.
 */
export function decideBatch(
  plan: Plan,
  rows: readonly ReadRow[],
  known: Iterable<StoredProfile>,
  { asked, answers, numbered, imported }: Asking = {},
): Decided {
  const index = new KeyIndex(plan, asked, numbered)
  for (const { id, values, earlier, further, made } of known)
    index.add({ id, values, row: 0, changed: null, earlier, further, ...(made && { made }) })
  const decided: Decided = { decisions: [], added: [], updated: [], references: new Map(), orders: new Map() }
  for (const row of rows) decided.decisions.push(decideRow(plan, row, index, decided, { answers, imported }))
  return decided
}

function decideRow(
  plan: Plan,
  row: ReadRow,
  index: KeyIndex,
  decided: Decided,
  { answers, imported }: Pick<Asking, 'answers' | 'imported'>,
): RowDecision {
  // A total is no customer's, and nothing that anybody has to correct.
  if ('error' in row) return refused(row, row.error.failure === 'total_row' ? 'duplicated' : 'failed', row.error)
  // Before any match: a source hears of its own numbers, whatever is stored of customers.
  if (row.reference && isOtherSale(row.reference, decided.references))
    return refused(row, 'conflict', { failure: 'reference_conflict', column: 0, value: '' })
  const decision = decideMatch(plan, row, index, decided, { answers, imported })
  if (row.reference && decision.activity) decided.references.set(row.reference.name, row.reference.digest)
  if (row.order && decision.activity && decision.entry) decided.orders.set(row.order.key, decision.entry)
  return decision
}

/** True if the source has sent another activity under the number, and the row does not correct it. */
function isOtherSale({ name, digest, before, replace }: RowReference, taken: Decided['references']): boolean {
  const last = taken.get(name) ?? before
  return !replace && last !== null && last !== digest
}

function decideMatch(
  plan: Plan,
  row: Extract<ReadRow, { values: Values }>,
  index: KeyIndex,
  decided: Decided,
  { answers, imported }: Pick<Asking, 'answers' | 'imported'>,
): RowDecision {
  const owner = row.order && ownerOf(row.order, index, decided)
  const met =
    owner && isLineAlone(plan, row)
      ? { entry: owner, matched: null, answer: null }
      : findMatch(plan, row, index, answers)
  const again = imported && isUnsettled(plan, met) ? findEqualRow(plan, row, index, imported) : undefined
  const found = again ? { entry: again, matched: null, answer: null } : met
  if ('problem' in found) {
    const { problem: failure, key, people, name, doubts, agrees } = found
    const column = (plan.fields[key]?.column ?? plan.number!) + 1
    const value = plan.fields[key] ? (keyText(row.values[key]!) ?? '') : ''
    const error = {
      failure,
      column,
      value,
      people,
      ...(name && { name }),
      ...(doubts && { doubts }),
      ...(agrees && { agrees }),
    }
    const holder = plan.isStream && row.activity && holderOf(people, doubts)
    const decision = refused(row, failure === 'match_key_missing' ? 'failed' : 'conflict', error)
    return holder ? { ...decision, activity: row.activity!, holder } : decision
  }
  const { entry, matched, answer } = found
  if (row.order && isOfAnother(row.order, entry, decided))
    return refused(row, 'failed', { failure: 'order_two_buyers', column: 0, value: row.order.number })
  const { no, activity = null, labels = NO_LABELS, unread = NO_CELLS } = row
  const { furtherNames, consents, order } = row
  const taken: RowDecision = {
    no,
    status: 'duplicated',
    entry,
    changes: null,
    matched,
    activity,
    labels,
    unread,
    error: null,
    answer,
    hash: row.hash,
    furtherNames,
    consents,
    order,
  }
  if (entry) {
    const changes =
      plan.mode === 'new'
        ? []
        : changesOf(plan, row, entry, { again: again !== undefined, renames: answer?.renames === true })
    if (plan.mode !== 'new') noteFurtherNames(plan, entry, furtherNames)
    const further = plan.mode === 'new' ? [] : furtherOf(plan, row, entry)
    if (changes.length + further.length === 0 && (plan.mode === 'new' || !writesBlindly(row))) return taken
    if (entry.changed === null) {
      entry.changed = new Map()
      // A copy: the row's own values, or what others know of the profile, stay as they are.
      entry.values = [...entry.values]
      if (entry.id !== null) decided.updated.push(entry)
    }
    for (const [place, current, next] of changes) {
      const isReplaced = plan.traits.phonesAndEmails.includes(place) && typeof current === 'string' && next !== null
      if (isReplaced && next !== current && !isCommon(plan.traits, current)) retainContact(entry, place, current)
      if (plan.keys.includes(place)) index.move(entry, place, next)
      entry.values[place] = next
      entry.changed.set(place, row.no)
    }
    for (const [place, value] of further) {
      retainContact(entry, place, value)
      if (plan.keys.includes(place)) index.addFurther(entry, place, value)
    }
    taken.status = 'updated'
    taken.changes = changes
    return taken
  }
  // A customer number never creates a customer: its holder was deleted, or it belongs to another store.
  if (row.number !== undefined) {
    const error = { failure: 'number_not_found' as const, column: plan.number! + 1, value: String(row.number) }
    return refused(row, 'failed', error)
  }
  if (plan.mode === 'existing' || writesNoKey(plan, row))
    return refused(row, 'failed', { failure: 'match_not_found', column: 0, value: '' })
  // An erased person is not added again by a file. One who is back in the store is known, and updated like others.
  const erased = plan.findErased?.(row.values) ?? null
  if (erased !== null) {
    const error = { failure: 'erased_person' as const, column: plan.fields[erased]!.column + 1, value: '' }
    return refused(row, 'failed', error)
  }
  const made: RowEntry = {
    id: null,
    values: withoutMatched(writtenValues(plan, row.values), row),
    row: row.no,
    changed: null,
    earlier: null,
    further: null,
    made: true,
    hash: row.hash,
  }
  for (const [place, value] of furtherOf(plan, row, made)) retainContact(made, place, value)
  const nobody = nobodyIn(plan, made)
  if (nobody) return refused(row, 'failed', nobody)
  noteFurtherNames(plan, made, furtherNames)
  index.add(made)
  decided.added.push(made)
  taken.status = 'added'
  taken.entry = made
  taken.keyless = isKeyless(plan, row.values)
  return taken
}

/** Doubts beside which a given name is not all that differs: the activity may be somebody else's altogether. */
const strangers = new Set<MatchDoubt>(['whole_file', 'shared_contact', 'own_id', 'birth_date'])

/** Returns the only person a key points to whose given name differs: what a program sells them is theirs until staff answer. */
function holderOf(people: readonly Pointed[], doubts: readonly MatchDoubt[] = []): RowEntry | undefined {
  const isNamesake = doubts.includes('given_name') && !doubts.some((doubt) => strangers.has(doubt))
  return isNamesake && people.length === 1 ? people[0]!.entry : undefined
}

/** True if the row would be a new person, waits, or fails for lack of a key: an equal row of an earlier run may settle it. */
function isUnsettled({ traits }: Plan, met: ReturnType<typeof findMatch>): boolean {
  if (!('problem' in met)) return met.entry === null
  if (met.problem === 'match_key_missing') return true
  // Codes that start again in another branch can make equal rows of different people.
  return met.problem === 'maybe_somebody_else' && !traits.distrusted.has(met.key)
}

/** Returns the person of an equal row of an earlier run. Of equal rows without keys each is another person. */
function findEqualRow(
  plan: Plan,
  { hash, repeats, values }: { hash?: string; repeats?: number; values: Values },
  index: KeyIndex,
  imported: Imported,
): RowEntry | undefined {
  const people = hash === undefined ? null : imported(hash)
  const person = people?.[isKeyless(plan, values) ? (repeats ?? 0) : 0]
  return person === undefined ? undefined : index.withNumber(person)
}

/** Returns who has the order of a row so far. */
const ownerOf = ({ key, holder }: RowOrder, index: KeyIndex, { orders }: Decided): RowEntry | undefined =>
  orders.get(key) ?? (holder === undefined ? undefined : index.withNumber(holder))

/** True for a line that names no customer: it is of its order's. */
export const isLineAlone = (plan: Pick<Plan, 'keys'>, row: { values: Values; number?: number }): boolean =>
  row.number === undefined && isKeyless(plan, row.values)

/** True if the order of a row is somebody else's. */
function isOfAnother({ key, holder }: RowOrder, entry: RowEntry | null, { orders }: Decided): boolean {
  const owner = orders.get(key)
  if (owner) return owner !== entry
  return holder !== undefined && entry?.id !== holder
}

/** True if a row has no value of any key. */
export const isKeyless = ({ keys }: Pick<Plan, 'keys'>, values: Values): boolean =>
  keys.every((key) => keyText(values[key]!) === null)

function refused({ no, hash }: ReadRow, status: 'failed' | 'conflict' | 'duplicated', error: RowError): RowDecision {
  return {
    no,
    status,
    entry: null,
    changes: null,
    matched: null,
    activity: null,
    labels: NO_LABELS,
    error,
    unread: NO_CELLS,
    answer: null,
    hash,
  }
}

/**
 * Changes of a row to a known profile. Empty cells keep values unless the column clears them. `again`: an equal row of an earlier run
 * names the person, whose keys were replaced since. `renames`: a person said that the row has their new name.
 */
function changesOf(
  plan: Plan,
  { no, values, unread, damaged, cleared, number, rights }: Extract<ReadRow, { values: Values }>,
  entry: RowEntry,
  { again, renames }: { again: boolean; renames: boolean },
): NonNullable<RowDecision['changes']> {
  const changes: NonNullable<RowDecision['changes']> = []
  // An item that names its customer by id writes what it says: the alphabet of a name is no guess there.
  const isDirect = plan.isStream === true && number !== undefined
  const kept = isDirect ? NONE : betterStoredNames(plan, values, entry)
  const keepsNames = number === undefined && !renames && hasOtherName(plan, values, entry)
  for (let place = 0; place < plan.fields.length; place++) {
    const next = values[place]!
    const current = entry.values[place]!
    // The journal may name an unchanged value of an item of a program alone.
    if (next === current && !rights) continue
    const { field, clears } = plan.fields[place]!
    const overwrite = overwriteOf(plan.fields[place]!, place, rights)
    if (next === current) {
      // The journal does not confirm a guess to people who may not see the value.
      const isHidden = field.sensitive && overwrite === 'always' && rights?.blind.has(place)
      if (isHidden && (next !== null || cleared?.includes(place))) changes.push([place, current, next])
      continue
    }
    const takesAway = clears || cleared?.includes(place)
    if (next === null && (!takesAway || damaged?.has(place) || unread?.some(({ field }) => field === place))) continue
    if (keepsNames && nameColumns.has(field.column ?? '')) continue
    if (kept.has(place) || (isDirect && plan.fields[place]!.latin)) continue
    if (again && current !== null && plan.keys.includes(place)) continue
    if (overwrite === 'never' || (current !== null && overwrite !== 'always')) continue
    if (isSaidLater(entry, place, no)) continue
    // A further phone of the person is known to be theirs: it does not take the place of the first.
    if (entry.further?.get(place)?.includes(keyText(next) ?? '')) continue
    changes.push([place, current, next])
  }
  if (isDirect) return changes
  const moves = latinMoves(plan, changes, entry)
  if (moves.length === 0) return changes
  return [...changes, ...moves.filter(([place]) => overwriteOf(plan.fields[place]!, place, rights) !== 'never')]
}

const nameColumns: ReadonlySet<string> = new Set([
  ...['prefix_name', 'first_name', 'last_name', 'first_name_en', 'last_name_en'],
])

/** True if the given names differ: no file writes another name over the one that is stored. */
const hasOtherName = ({ traits }: Plan, values: Values, { values: stored }: RowEntry): boolean =>
  traits.givenNames.some((place) => values[place] !== stored[place]) &&
  compareNames(traits, values, stored).given === 'different'

/** True if the value comes from a later row of the same file in an earlier run, and no row of this run has changed it. */
function isSaidLater({ earlier, changed }: RowEntry, place: number, no: number): boolean {
  return !changed?.has(place) && (earlier?.get(place) ?? 0) > no
}

/** True if a row affects its profile: with new people only, known profiles are skipped. */
export function reaches(plan: Plan, { entry, status }: RowDecision): boolean {
  return entry !== null && !(plan.mode === 'new' && status === 'duplicated')
}
