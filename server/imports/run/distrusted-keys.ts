import type { ReadRow } from './decide.ts'
import type { StoredProfile } from './entry.ts'
import { contradictsId, verdictByShared } from './identity-match.ts'
import { keyText, type Plan } from './plan.ts'

/** Matches of fewer rows are no evidence. */
const FEW = 5

/** Returns the keys (indexes of fields) that contradict the only person they find in most of the sampled rows. */
export async function distrustedKeys(
  plan: Plan,
  sample: readonly ReadRow[],
  holdersOf: (key: number, texts: string[]) => Promise<StoredProfile[]>,
): Promise<number[]> {
  const distrusted: number[] = []
  for (const key of plan.keys) {
    if (plan.traits.citizenIds.includes(key)) continue
    const rows = sample.flatMap((row) => {
      const text = 'values' in row ? keyText(row.values[key]!) : null
      return text !== null && 'values' in row ? [{ text, values: row.values }] : []
    })
    const holders = await holdersOf(key, [...new Set(rows.map(({ text }) => text))])
    const byText = Map.groupBy(holders, ({ values }) => keyText(values[key]!))
    let [met, against] = [0, 0]
    for (const { text, values } of rows) {
      const [holder, ...others] = byText.get(text) ?? []
      if (!holder || others.length > 0) continue
      met++
      if (contradicts(plan, key, values, holder.values)) against++
    }
    if (met >= FEW && against * 2 > met) distrusted.push(key)
  }
  return distrusted
}

function contradicts(
  { personal, traits }: Plan,
  key: number,
  row: StoredProfile['values'],
  person: StoredProfile['values'],
): boolean {
  if (personal.includes(key)) return contradictsId(traits, key, row, person)
  return verdictByShared(traits, key, row, person) === 'against'
}
