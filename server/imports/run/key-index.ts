import type { RowEntry } from './entry.ts'
import { keyText, type Plan } from './plan.ts'
import type { Values } from './planned-field.ts'

/** Is given each key value whose holders are asked for, with the key's place in the plan's fields. */
export type KeyLookup = (key: number, text: string) => void

/** The holder of a value, or several: an array for each value of a file of new customers would double the index. */
type Holders = RowEntry | RowEntry[]

const NOBODY: readonly RowEntry[] = []

const listOf = (holders: Holders | undefined): readonly RowEntry[] => {
  if (holders === undefined) return NOBODY
  return Array.isArray(holders) ? holders : [holders]
}

/** Which profiles carry a key value now. */
export class KeyIndex {
  private readonly byKey: Map<number, Map<string, Holders>>
  private readonly asked: KeyLookup | undefined

  private readonly numbered: ReadonlySet<number> | undefined
  private readonly byNumber = new Map<number, RowEntry>()

  constructor(plan: Plan, asked?: KeyLookup, numbered?: ReadonlySet<number>) {
    this.numbered = numbered
    this.byKey = new Map(plan.keys.map((key) => [key, new Map()]))
    this.asked = asked
  }

  add(entry: RowEntry): void {
    if (entry.id !== null && this.numbered?.has(entry.id)) this.byNumber.set(entry.id, entry)
    for (const key of this.byKey.keys()) {
      this.put(entry, key, entry.values[key]!)
      if (entry.further) for (const text of entry.further.get(key) ?? []) this.put(entry, key, text)
    }
  }

  /** The customer with this number. */
  withNumber(number: number): RowEntry | undefined {
    return this.byNumber.get(number)
  }

  holders(key: number, text: string): readonly RowEntry[] {
    this.asked?.(key, text)
    return listOf(this.byKey.get(key)!.get(text))
  }

  move(entry: RowEntry, key: number, next: Values[number]): void {
    const entries = this.byKey.get(key)!
    const text = keyText(entry.values[key]!)
    if (text !== null && !entry.further?.get(key)?.includes(text)) {
      const rest = listOf(entries.get(text)).filter((holder) => holder !== entry)
      entries.set(text, rest)
    }
    this.put(entry, key, next)
  }

  addFurther(entry: RowEntry, key: number, text: string): void {
    this.put(entry, key, text)
  }

  private put(entry: RowEntry, key: number, value: Values[number]): void {
    const text = keyText(value)
    if (text === null) return
    const entries = this.byKey.get(key)!
    const holders = entries.get(text)
    if (holders === undefined) entries.set(text, entry)
    else if (Array.isArray(holders)) {
      if (!holders.includes(entry)) holders.push(entry)
    } else if (holders !== entry) entries.set(text, [holders, entry])
  }
}
