// The rule of an import, as plainly as it can be written: every row looks at every person there is. What the tests hold the
// engine against; it shares nothing with it but the measure of birth dates.
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { RecordStatus } from '@ruam/contract/imports/status.ts'
import type { MaskedValue } from '../../customers/profiles/masking.ts'
import { daysLikeness } from '../../formats/values/days-likeness.ts'

const [NAME, ENGLISH, BIRTH, PHONE, CITIZEN, EMAIL, LINE] = [1, 3, 8, 9, 10, 11, 20]

/** People share these two and change them; any other key belongs to one person. */
const isShared = (key: number) => key === PHONE || key === EMAIL

export interface Person {
  /** By field id; a field without a value is not there. */
  values: Map<number, MaskedValue>
  /** Sources of later values by field id. */
  sources: Map<number, [run: number, row: number]>
  origin: [run: number, row: number]
  /** Deleted or merged into another person: no import sees this one. */
  gone: boolean
  /** Phones and e-mails that imports replaced, by field id. */
  further: Map<number, Set<MaskedValue>>
}

/** Values of a row by field id, the field whose cell was left empty, and what is only compared; null if the row cannot be read. */
export type FileRow = (Map<number, MaskedValue> & { unread?: number; unmapped?: Map<number, MaskedValue> }) | null

/** What a row says of its person, mapped or not. */
const allOf = (row: NonNullable<FileRow>) => new Map([...(row.unmapped ?? []), ...row])

export interface Outcome {
  status: RecordStatus
  /** A conflict that waits for an answer. */
  held?: true
  person: Person | null
  /** By field id. */
  changes: Map<number, [before: MaskedValue, after: MaskedValue]>
}

/** A run of the same file and mapping, and what became of its rows. */
export interface RunBefore {
  run: number
  outcomes: Outcome[]
}

/** A file as the rule reads it. */
interface PlainFile {
  rows: readonly FileRow[]
  contents: readonly string[]
  births: readonly string[]
  mapping: MappingBody
}

/** People and, by content, those for whom earlier runs took equal rows. */
export interface PlainStore {
  people: Person[]
  imported: Map<string, Set<Person>>
}

/** Imports rows into the people of a store, which grow, and says what became of each row. */
export function importPlainly(
  { people, imported }: PlainStore,
  { rows, contents, births, mapping: body }: PlainFile,
  run: number,
  before?: RunBefore,
): Outcome[] {
  const facts = factsOf(people, rows, body, births)
  const repeats = new Map<string, number>()
  const outcomes = rows.map((row, place) => {
    const content = contents[place]!
    const alive = people.filter((person) => !person.gone && imported.get(content)?.has(person))
    const keyless = row !== null && body.match.keys.every((key) => !row.has(key))
    const met = keyless && addsKeyless(body) ? (repeats.get(content) ?? 0) : 0
    if (keyless) repeats.set(content, met + 1)
    return importRow(people, row, body, [run, place + 1], facts, before, alive[met])
  })
  for (const [place, { person }] of outcomes.entries()) {
    if (!person) continue
    const content = contents[place]!
    imported.set(content, (imported.get(content) ?? new Set()).add(person))
  }
  return outcomes
}

const addsKeyless = ({ match, every_row_is_new }: MappingBody) =>
  every_row_is_new || (match.mode !== 'existing' && match.keys.length > 0 && match.keyless === 'add')

/** Facts of the whole file and store before the first row. */
interface Facts {
  /** Birth dates that stand for an unknown one. */
  fillers: Set<MaskedValue>
  /** Phones and e-mails under more than five names. */
  common: Set<MaskedValue>
  /** True if Latin spellings go to the English name. */
  spellings: boolean
  /** Keys that contradict the person they find in most rows. */
  distrusted: Set<number>
}

function factsOf(
  people: Person[],
  rows: readonly FileRow[],
  { mapping, match }: MappingBody,
  births: readonly string[],
) {
  const often = (days: readonly unknown[]) =>
    [...Map.groupBy(days, (day) => day)]
      .filter(([, { length }]) => length >= 10 && length * 100 >= days.length)
      .map(([day]) => day as MaskedValue)
  const stored = people.flatMap(({ gone, values }) => (gone || !values.has(BIRTH) ? [] : [values.get(BIRTH)]))
  const written = births.filter((day) => day !== '')
  const contacts = rows.flatMap((row) =>
    match.keys.flatMap((key) =>
      isShared(key) && row?.has(key) && row.has(NAME) ? [{ value: row.get(key)!, name: row.get(NAME) }] : [],
    ),
  )
  const named = [...Map.groupBy(contacts, ({ value }) => value)]
  const facts: Facts = {
    fillers: new Set([...often(written), ...(births.length > 0 ? often(stored) : [])]),
    common: new Set(named.filter(([, met]) => new Set(met.map(({ name }) => name)).size > 5).map(([value]) => value)),
    spellings: mapping.some(({ destination_id, overwrite }) => destination_id === NAME && overwrite !== 'never'),
    distrusted: new Set(),
  }
  const distrusted = match.keys.filter((key) => key !== CITIZEN && isDistrusted(people, rows, match.keys, facts, key))
  return { ...facts, distrusted: new Set(distrusted) }
}

/** Rows of a file that are compared with the store. */
const SAMPLE_ROWS = 600

function isDistrusted(people: Person[], rows: readonly FileRow[], keys: readonly number[], facts: Facts, key: number) {
  const every = Math.max(1, Math.floor(rows.length / SAMPLE_ROWS))
  const own = keys.filter((one) => !isShared(one))
  const against = rows.flatMap((row, place) => {
    if (!row?.has(key) || (place + 1) % every > 0) return []
    const holders = people.filter(({ gone, values }) => !gone && values.get(key) === row.get(key))
    if (holders.length !== 1) return []
    const { values } = holders[0]!
    const all = allOf(row)
    if (isShared(key)) return verdict(facts, key, all, values, own) === 'against'
    return contradicts(facts, key, all, values) || differsByContacts(facts, key, all, values)
  })
  return against.length >= 5 && against.filter(Boolean).length * 2 > against.length
}

function importRow(
  people: Person[],
  row: FileRow,
  body: MappingBody,
  origin: [number, number],
  facts: Facts,
  before: RunBefore | undefined,
  equal: Person | undefined,
): Outcome {
  const { mapping, match } = body
  const failed: Outcome = { status: 'failed', person: null, changes: new Map() }
  if (row === null) return failed
  const keys = match.keys.filter((key) => row.has(key))
  if (keys.length === 0 && !equal && !addsKeyless(body)) return failed
  const conflict: Outcome = { ...failed, status: 'conflict' }
  const held: Outcome = { ...conflict, held: true }
  const own = match.keys.filter((key) => !isShared(key))
  const all = allOf(row)
  const beside = ({ values, further }: Person) => {
    const named = [...further].filter(([field, others]) => all.has(field) && others.has(all.get(field)!))
    return new Map([...values, ...named.map(([field]) => [field, all.get(field)!] as const)])
  }
  const speaksOf = (key: number, person: Person) => verdict(facts, key, all, beside(person), own)
  const isNotOwner = (key: number, person: Person) => contradicts(facts, key, all, beside(person))
  const has = ({ values, further }: Person, key: number) =>
    values.get(key) === row.get(key) || further.get(key)?.has(row.get(key)!) === true
  const holdersOf = (key: number) => people.filter((person) => !person.gone && has(person, key))
  let found = null as Person | null
  let by = 0
  let doubted: { key: number; holders: Person[] } | null = null
  const maybe = (key: number, holders: Person[]) =>
    holders.filter(
      (person) => person !== found && (isShared(key) ? speaksOf(key, person) !== 'against' : !isNotOwner(key, person)),
    )
  for (const key of keys) {
    if (found && has(found, key)) continue
    const holders = holdersOf(key)
    if (holders.length === 0) continue
    if (found) {
      if (maybe(key, holders).length > 0) return conflict
    } else if (!isShared(key)) {
      if (holders.length > 1) return conflict
      if (!isNotOwner(key, holders[0]!)) [found, by] = [holders[0]!, key]
      else doubted ??= { key, holders }
    } else {
      const fit = holders.filter((person) =>
        holders.length === 1 ? speaksOf(key, person) !== 'against' : speaksOf(key, person) === 'agrees',
      )
      if (fit.length === 1) [found, by] = [fit[0]!, key]
      else doubted ??= { key, holders }
    }
  }
  // An equal row of a key that is distrusted may be about another person.
  const isSettled = (key: number) => equal !== undefined && !facts.distrusted.has(key)
  if (!found && doubted && !isSettled(doubted.key)) return held
  const waited = before?.outcomes[origin[1] - 1]?.held
  if (found && doubted && !doubted.holders.includes(found) && maybe(doubted.key, doubted.holders).length > 0)
    return conflict
  // A value of one person that is somebody else's would stand twice.
  const isElse = found !== null && doubted !== null && !isShared(doubted.key) && !doubted.holders.includes(found)
  if (isElse && !isSettled(doubted!.key)) return held
  for (const key of own) {
    if (
      found &&
      !isElse &&
      !isShared(by) &&
      row.has(key) &&
      found.values.has(key) &&
      found.values.get(key) !== row.get(key)
    )
      return conflict
  }
  const waits = found !== null && isShared(by) && waited === true
  if (waits && !isSettled(by)) return held
  const again = (!found || waits || isElse) && equal !== undefined
  if (again) found = equal
  if (!found) {
    if (match.mode === 'existing') return failed
    const person: Person = { values: new Map(row), sources: new Map(), origin, gone: false, further: new Map() }
    people.push(person)
    return { status: 'added', person, changes: new Map() }
  }
  const changes: Outcome['changes'] = new Map()
  if (match.mode !== 'new') {
    for (const { destination_id: field, overwrite, empty } of mapping) {
      const was = found.values.get(field) ?? null
      const is = row.get(field) ?? null
      if (is === was || overwrite === 'never') continue
      if (is === null && (empty === 'keep' || row.unread === field)) continue
      if (overwrite === 'if_empty' && was !== null) continue
      if (again && was !== null && match.keys.includes(field)) continue
      if (field === NAME && was !== null && isLatin(is) !== isLatin(was)) continue
      if (field === NAME && nameLikeness(facts, row, found.values) === 'different') continue
      const [writer, line] = found.sources.get(field) ?? [0, 0]
      if (writer === before?.run && line > origin[1]) continue
      if (is !== null && found.further.get(field)?.has(is)) continue
      changes.set(field, [was, is])
    }
  }
  const [name, stored] = [row.get(NAME), found.values.get(NAME)]
  if (match.mode !== 'new' && facts.spellings && name && stored && isLatin(name) && !isLatin(stored))
    if (!found.values.has(ENGLISH)) changes.set(ENGLISH, [null, name])
  for (const [field, [past, after]] of changes) {
    if (isShared(field) && past !== null && after !== null && !facts.common.has(past))
      found.further.set(field, (found.further.get(field) ?? new Set()).add(past))
    if (after === null) found.values.delete(field)
    else found.values.set(field, after)
    found.sources.set(field, origin)
  }
  return { status: changes.size > 0 ? 'updated' : 'duplicated', person: found, changes }
}

const isLatin = (name: MaskedValue) => /^[a-z]/i.test(String(name))

/** A given name with a surname; a nickname in quotation marks is none. */
const isWhole = (row: Map<number, MaskedValue>) => / [^"]/.test(String(row.get(NAME)))

/** The names of these files are equal or far apart. */
function nameLikeness({ spellings }: Facts, row: Map<number, MaskedValue>, person: Map<number, MaskedValue>) {
  const names = [person.get(NAME), spellings ? person.get(ENGLISH) : undefined].filter((name) => name !== undefined)
  if (!row.has(NAME) || names.length === 0) return null
  return names.includes(row.get(NAME)!) ? 'same' : 'different'
}

const both = (row: Map<number, MaskedValue>, person: Map<number, MaskedValue>, field: number) =>
  row.has(field) && person.has(field)
const isSame = (row: Map<number, MaskedValue>, person: Map<number, MaskedValue>, field: number) =>
  both(row, person, field) && row.get(field) === person.get(field)
const isOther = (row: Map<number, MaskedValue>, person: Map<number, MaskedValue>, field: number) =>
  both(row, person, field) && row.get(field) !== person.get(field)
const sharedOf = ({ common }: Facts, key: number, row: Map<number, MaskedValue>, person: Map<number, MaskedValue>) =>
  [PHONE, EMAIL].filter((field) => field !== key && isSame(row, person, field) && !common.has(row.get(field)!)).length

/** Compares a row with a person who has its phone or e-mail. */
function verdict(
  facts: Facts,
  key: number,
  row: Map<number, MaskedValue>,
  person: Map<number, MaskedValue>,
  own: number[],
): 'agrees' | 'silent' | 'against' {
  const name = nameLikeness(facts, row, person)
  if ([CITIZEN, ...own].some((field) => isOther(row, person, field)) || name === 'different') return 'against'
  if (isSame(row, person, CITIZEN)) return 'agrees'
  const birth = birthLikeness(facts, row, person)
  if (birth === 'different') return 'against'
  if (facts.distrusted.has(key)) return isCertain(facts, key, row, person) ? 'agrees' : 'against'
  if ([LINE, ...own].some((field) => isSame(row, person, field))) return 'agrees'
  const proven = birth === 'same' || sharedOf(facts, key, row, person) > 0
  if (facts.common.has(row.get(key)!)) return name && (proven || isWhole(row)) ? 'agrees' : 'against'
  if (name) return 'agrees'
  if (proven) return birth === 'same' ? 'agrees' : 'silent'
  return [PHONE, EMAIL].some((field) => field !== key && isOther(row, person, field)) ? 'against' : 'silent'
}

/** True if a person matched by an id differs from the row's. */
function contradicts(
  facts: Facts,
  key: number,
  row: Map<number, MaskedValue>,
  person: Map<number, MaskedValue>,
): boolean {
  const birth = birthLikeness(facts, row, person)
  const name = nameLikeness(facts, row, person)
  if (name === 'different') return true
  const agrees = birth === 'same' || birth === 'close' || sharedOf(facts, key, row, person) > 0
  if (key === CITIZEN) return !agrees && name === null && birth === 'different'
  if (isSame(row, person, CITIZEN)) return false
  if (facts.distrusted.has(key)) return !isCertain(facts, key, row, person)
  return !agrees && birth === 'different' && !(name === 'same' && isWhole(row))
}

/** True if a code has nothing beside it but contacts of another person. */
function differsByContacts(
  facts: Facts,
  key: number,
  row: Map<number, MaskedValue>,
  person: Map<number, MaskedValue>,
): boolean {
  if (key === CITIZEN || nameLikeness(facts, row, person) || birthLikeness(facts, row, person)) return false
  return sharedOf(facts, key, row, person) === 0 && [PHONE, EMAIL].some((field) => isOther(row, person, field))
}

/** True if both names and one thing more agree. */
function isCertain(
  facts: Facts,
  key: number,
  row: Map<number, MaskedValue>,
  person: Map<number, MaskedValue>,
): boolean {
  const more = birthLikeness(facts, row, person) === 'same' || sharedOf(facts, key, row, person) > 0
  return more && nameLikeness(facts, row, person) === 'same' && isWhole(row)
}

function birthLikeness({ fillers }: Facts, row: Map<number, MaskedValue>, person: Map<number, MaskedValue>) {
  const [ours, theirs] = [row.get(BIRTH), person.get(BIRTH)]
  // The first of January stands for an unknown day.
  if (!ours || !theirs || `${ours} ${theirs}`.includes('-01-01')) return null
  if (fillers.has(ours) || fillers.has(theirs)) return null
  return daysLikeness(String(ours), String(theirs))
}
