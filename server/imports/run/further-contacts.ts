import type { FurtherKeys, RowEntry } from './entry.ts'
import type { Plan } from './plan.ts'
import type { Values } from './planned-field.ts'
import { isCommon } from './traits.ts'

/** Returns the further contacts of a row that are not the person's yet. Contacts of many people are nobody's own. */
export function furtherOf(
  plan: Plan,
  { values, further }: { values: Values; further?: FurtherKeys },
  entry: Pick<RowEntry, 'values' | 'further'>,
): [place: number, value: string][] {
  if (!further) return []
  return [...further].flatMap(([place, texts]) => {
    if (plan.fields[place]!.overwrite === 'never') return []
    const known = [entry.values[place], values[place], ...(entry.further?.get(place) ?? [])]
    return texts.flatMap((text): [number, string][] =>
      known.includes(text) || isCommon(plan.traits, text) ? [] : [[place, text]],
    )
  })
}
