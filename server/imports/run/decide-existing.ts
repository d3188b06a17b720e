import { decideBatch, isLineAlone } from './decide.ts'
import type { Decided, ReadRow } from './decided-rows.ts'
import type { StoredProfile } from './entry.ts'
import type { MatchAnswer, RowName } from './find-match.ts'
import { keyText, type Plan } from './plan.ts'

/** Queries while a batch is decided. */
interface Store {
  /** Every profile that carries one of these values of a key (its place in the plan's fields). */
  holders(key: number, texts: string[]): Promise<StoredProfile[]>
  /** The customers with these numbers. */
  numbered(numbers: number[]): Promise<StoredProfile[]>
  /** People for whom earlier runs took rows with these hashes; absent if none are remembered. */
  imported?: ((hashes: string[]) => Promise<ReadonlyMap<string, number[]>>) | undefined
  /** Returns answers to rows with these names, in order; undefined for unanswered ones. */
  answers(names: RowName[]): Promise<(MatchAnswer | undefined)[]>
}

/** Passes after which every key value of the batch is looked up. Rows that change keys others are matched by need more than one. */
const MOST_PASSES = 3

/**
 * Decides a batch with as few lookups as it needs: the strongest key of every row, a weaker one only where the profile that was
 * found carries another value of it. What the deciding asks for beyond that (a row before may have changed a key) is looked up,
 * and the batch decided again.
 */
export async function decideExisting(plan: Plan, rows: readonly ReadRow[], store: Store): Promise<Decided> {
  const known = new Map<number, StoredProfile>()
  const looked = new Map(plan.keys.map((key) => [key, new Set<string>()]))
  /** Looks up the holders of these values, a set of which the caller makes no other use. */
  const lookFor = async (key: number, texts: Set<string>) => {
    const before = looked.get(key)!
    const fresh = before.size === 0 ? [...texts] : [...texts].filter((text) => !before.has(text))
    if (fresh.length === 0) return
    if (before.size === 0) looked.set(key, texts)
    else for (const text of fresh) before.add(text)
    for (const person of await store.holders(key, fresh)) if (!known.has(person.id)) known.set(person.id, person)
  }

  const numbers = rows.flatMap((row) => ('values' in row ? (row.number ?? orderHolder(plan, row)) : []))
  const owners = numbers.length > 0 ? await store.numbered([...new Set(numbers)]) : []
  for (const person of owners) known.set(person.id, person)
  const numbered = new Set(owners.map(({ id }) => id))

  const imported = new Map<string, readonly number[]>()
  /** Looks up the people of these rows in earlier runs. Returns true if it finds any. */
  const lookForImported = async (hashes: ReadonlySet<string>) => {
    const found = await store.imported!([...hashes])
    for (const hash of hashes) imported.set(hash, found.get(hash) ?? [])
    const ids = [...new Set([...found.values()].flat())].filter((id) => !numbered.has(id))
    for (const person of ids.length > 0 ? await store.numbered(ids) : []) {
      known.set(person.id, person)
      numbered.add(person.id)
    }
    return found.size > 0
  }

  const found = new Array<StoredProfile | null>(rows.length).fill(null)
  for (const key of plan.keys) {
    await lookFor(key, unexplained(rows, key, found))
    if (key !== plan.keys.at(-1) && known.size > 0) match(rows, key, known.values(), found)
  }
  const answered = new Map<string, MatchAnswer | undefined>()
  for (let pass = 1; ; pass++) {
    const missed = new Map(plan.keys.map((key) => [key, new Set<string>()]))
    const unanswered = new Map<string, RowName>()
    const unknown = new Set<string>()
    let misses = 0
    const decided = decideBatch(plan, rows, known.values(), {
      numbered,
      imported:
        store.imported &&
        ((hash) => {
          if (!imported.has(hash)) unknown.add(hash)
          return imported.get(hash) ?? null
        }),
      asked(key, text) {
        if (looked.get(key)!.has(text)) return
        missed.get(key)!.add(text)
        misses++
      },
      answers: plan.nameOf && {
        nameOf: plan.nameOf,
        of(name) {
          const both = `${name.key} ${name.who}`
          if (!answered.has(both)) unanswered.set(both, name)
          return answered.get(both)
        },
      },
    })
    if (misses === 0 && unanswered.size === 0 && unknown.size === 0) return decided
    for (const key of plan.keys) await lookFor(key, pass < MOST_PASSES ? missed.get(key)! : textsOf(rows, key))
    const answers = unanswered.size === 0 ? [] : await store.answers([...unanswered.values()])
    for (const [place, both] of [...unanswered.keys()].entries()) answered.set(both, answers[place])
    const isKnown = unknown.size > 0 && (await lookForImported(unknown))
    // No lookups and no answers are left: the decisions are final.
    if (misses === 0 && !isKnown && answers.every((answer) => answer === undefined)) return decided
  }
}

/** The profile that has the order of a line without a customer. */
const orderHolder = (plan: Plan, row: Extract<ReadRow, { values: unknown }>): number | number[] =>
  row.order?.holder !== undefined && isLineAlone(plan, row) ? row.order.holder : []

/** The values of a key in rows whose profile is not found yet, or has another value of it. */
function unexplained(rows: readonly ReadRow[], key: number, found: readonly (StoredProfile | null)[]): Set<string> {
  const texts = new Set<string>()
  for (const [place, row] of rows.entries()) {
    if ('error' in row) continue
    const text = keyText(row.values[key]!)
    if (text === null) continue
    const person = found[place]
    if (!person || keyText(person.values[key]!) !== text) texts.add(text)
  }
  return texts
}

function textsOf(rows: readonly ReadRow[], key: number): Set<string> {
  return unexplained(rows, key, [])
}

/** Notes the profile that carries a row's value of the key, when it is the only one. */
function match(
  rows: readonly ReadRow[],
  key: number,
  known: Iterable<StoredProfile>,
  found: (StoredProfile | null)[],
): void {
  const holders = new Map<string, StoredProfile | null>()
  for (const person of known) {
    const text = keyText(person.values[key]!)
    if (text !== null) holders.set(text, holders.has(text) ? null : person)
  }
  for (const [place, row] of rows.entries()) {
    if ('error' in row || found[place]) continue
    const text = keyText(row.values[key]!)
    if (text !== null) found[place] = holders.get(text) ?? null
  }
}
