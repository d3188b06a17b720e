import { compareWith } from './comparisons.ts'
import type { ReadRow } from './decided-rows.ts'
import type { StoredProfile } from './entry.ts'
import { contradicts, differsByContacts } from './evidence-table.ts'
import { keyText, type Plan } from './plan.ts'

/** Matches of fewer rows are no evidence, unless the file has no more. */
const FEW = 5

/**
 * Returns the keys (indexes of fields) that contradict the only person they find in most of the sampled rows. A code without any name
 * to compare contradicts by contacts, also in a file of few rows: a till that starts its codes again.
 */
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
    let [met, against, byContacts] = [0, 0, 0]
    for (const { text, values } of rows) {
      const [holder, ...others] = byText.get(text) ?? []
      if (!holder || others.length > 0) continue
      met++
      const found = compareWith(plan.traits, key, values, holder)
      const isByContacts = differsByContacts(found)
      if (isByContacts) byContacts++
      if (isByContacts || contradicts(found)) against++
    }
    const isWholeFile = met > 0 && met === rows.length && against === met && byContacts > 0
    if (met >= FEW ? against * 2 > met : isWholeFile) distrusted.push(key)
  }
  return distrusted
}
