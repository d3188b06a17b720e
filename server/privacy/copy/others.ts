import { sql } from 'kysely'
import { keyPattern } from '../../customers/erasure/key-pattern.ts'
import { erasedNamesOf } from '../../customers/erasure/names.ts'
import { peopleOf } from '../../customers/erasure/person.ts'
import { REDACTED } from '../../customers/erasure/redact.ts'
import type { Db } from '../../database/db.ts'

/** Names read at once. */
const NAMES = 20_000
/** Letters by which a name is looked for at first: a set of all parts of the texts excludes most in one step. */
const PARTS = [2, 3, 4]
/** Other customers whose values are hidden at most. Beyond them the texts are hidden whole. */
const MOST = 500
/** A shorter name is part of many words. */
const LEAST = 2

/** Replaces the names and keys of other customers in a text, and counts them. */
type HideOthers = (text: string) => { text: string; hidden: number }

/** Collects texts in which other customers may be named. */
export class OthersSearch {
  readonly #parts = new Set<string>()
  readonly #keys = new Set<string>()
  readonly #texts = new Set<string>()

  add(text: string): void {
    const low = text.toLowerCase()
    // Items of purchases repeat.
    if (this.#texts.has(low)) return
    this.#texts.add(low)
    for (const length of PARTS)
      for (let at = 0; at + length <= low.length; at++) this.#parts.add(low.slice(at, at + length))
    for (const key of keysIn(text)) this.#keys.add(key)
  }

  /** Returns what hides the other customers who are named in the texts. `own`: all profiles of the person. */
  async find(db: Db, storeId: number, own: readonly number[]): Promise<HideOthers> {
    const held = await holdersOf(db, storeId, [...this.#keys], own)
    const named = await this.#named(db, storeId, own)
    const ids = [...new Set([...held, ...named])]
    this.#texts.clear()
    if (ids.length === 0) return (text) => ({ text, hidden: 0 })
    if (ids.length > MOST) return (text) => ({ text: REDACTED, hidden: text === '' ? 0 : 1 })
    const mine = await peopleOf(db, storeId, own)
    const others = await peopleOf(db, storeId, ids)
    const ownKeys = new Set(mine.keys.map(({ value }) => value))
    const ownNames = new Set(mine.people.flatMap(({ called }) => Object.values(called).flat()))
    const patterns = others.people.flatMap(({ keys, former, called }) => {
      const pattern = keyPattern([...keys, ...former].filter(({ value }) => !ownKeys.has(value)))
      const names = [...new Set(Object.values(called).flat())].filter(
        (name) => name.length >= LEAST && !ownNames.has(name),
      )
      const { pairs } = erasedNamesOf(called)
      const alone = names.map(literal).toSorted((a, b) => b.length - a.length)
      return {
        keys: pattern && new RegExp(pattern, 'gi'),
        pairs,
        names: alone.length > 0 ? new RegExp(alone.join('|'), 'giu') : undefined,
      }
    })
    return (text) => {
      let left = text
      let hidden = 0
      const hide = () => {
        hidden++
        return REDACTED
      }
      const low = text.toLowerCase()
      for (const { keys, names, pairs } of patterns) {
        const before = hidden
        if (keys) left = left.replace(keys, hide)
        const isNamed = pairs.some(
          ({ first, last }) => low.includes(first.toLowerCase()) && low.includes(last.toLowerCase()),
        )
        // A first name alone may be a word; next to the person's key or last name it is theirs.
        if (names && (isNamed || hidden > before)) left = left.replace(names, hide)
      }
      return { text: left, hidden }
    }
  }

  /** Ids of other customers whose first and last names are both in one of the texts. */
  async #named(db: Db, storeId: number, own: readonly number[]): Promise<number[]> {
    const found: number[] = []
    if (this.#texts.size === 0) return found
    const texts = [...this.#texts]
    const begins = (name: string) => this.#parts.has(name.slice(0, PARTS.at(-1)))
    for (let after = 0; ; ) {
      const { rows } = await sql<{ id: number; names: [string | null, string | null][] }>`
        select id, jsonb_build_array(jsonb_build_array(lower(first_name), lower(last_name)),
          jsonb_build_array(lower(first_name_en), lower(last_name_en))) as names
        from profile where store_id = ${storeId} and id > ${after} order by id limit ${NAMES}`.execute(db)
      for (const { id, names } of rows) {
        if (own.includes(Number(id))) continue
        const isIn = names.some(
          ([first, last]) =>
            first &&
            last &&
            first.length >= LEAST &&
            last.length >= LEAST &&
            begins(first) &&
            begins(last) &&
            texts.some((text) => text.includes(last) && text.includes(first)),
        )
        if (isIn) found.push(Number(id))
      }
      if (rows.length < NAMES) return found
      after = Number(rows.at(-1)!.id)
    }
  }
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Values of a text that may be keys, as profiles store them. */
function keysIn(text: string): string[] {
  const emails = text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? []
  const users = text.match(/(?<!\w)U[0-9a-f]{32}(?!\w)/g) ?? []
  const plain = text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
  const numbers = (plain.match(/\+?\d(?:[\s().-]{0,3}\d){6,19}/g) ?? []).flatMap((number) => {
    const digits = number.replace(/\D/g, '')
    const national = digits.replace(/^(?:0066|66|0)/, '')
    return [digits, `+66${national}`, `+${digits}`]
  })
  return [...emails.map((email) => email.toLowerCase()), ...users, ...numbers]
}

async function holdersOf(db: Db, storeId: number, keys: readonly string[], own: readonly number[]): Promise<number[]> {
  if (keys.length === 0) return []
  const held = ['phone', 'email', 'citizen_id', 'line_user_id'].map(
    (column) => sql`select id from profile where store_id = ${storeId} and ${sql.ref(column)} = any(${keys}::text[])`,
  )
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(held, sql` union `)}
      union select profile_id from profile_contact where store_id = ${storeId} and field_id in (9, 11) and value = any(${keys}::text[])
      union select profile_id from identity where store_id = ${storeId} and kind = 'line' and value = any(${keys}::text[])) held
    where id <> all(${own}::bigint[]) order by id`.execute(db)
  return rows.map(({ id }) => Number(id))
}
