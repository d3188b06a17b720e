import type { FurtherKeys, RowEntry } from './entry.ts'
import type { Plan } from './plan.ts'
import type { Values } from './planned-field.ts'
import { overwriteOf, type RowRights } from './row-rights.ts'
import { isCommon } from './traits.ts'

/** Returns the further contacts of a row that are not the person's yet. Contacts of many people are nobody's own. */
export function furtherOf(
  plan: Plan,
  { values, further, rights }: { values: Values; further?: FurtherKeys; rights?: RowRights },
  entry: Pick<RowEntry, 'values' | 'further'>,
): [place: number, value: string][] {
  if (!further) return []
  return [...further].flatMap(([place, texts]) => {
    const overwrite = overwriteOf(plan.fields[place]!, place, rights)
    // A program that may only fill what is empty adds no second value.
    if (overwrite === 'never' || (rights && overwrite !== 'always')) return []
    const known = [entry.values[place], values[place], ...(entry.further?.get(place) ?? [])]
    return texts.flatMap((text): [number, string][] =>
      known.includes(text) || isCommon(plan.traits, text) ? [] : [[place, text]],
    )
  })
}
