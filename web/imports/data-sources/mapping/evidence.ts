import type { evidenceText } from './evidence-text.ts'
import type { SuggestedTarget } from './mapping-draft.ts'

export type ColumnEvidence = SuggestedTarget['evidence'][number]
export type KeyFigures = NonNullable<SuggestedTarget['key']>
type EvidenceWords = ReturnType<typeof evidenceText.in>

/** The sentences of what was seen in a column, without those of nothing; `nameOf`: the name of a column. */
export function describeEvidence(
  evidence: readonly ColumnEvidence[],
  t: EvidenceWords,
  nameOf: (column: string) => string,
): string[] {
  return evidence.flatMap((one) => describeOne(one, t, nameOf))
}

function describeOne(one: ColumnEvidence, t: EvidenceWords, nameOf: (column: string) => string): string[] {
  switch (one.kind) {
    case 'phones':
      if (one.repaired > 0) return [t.phonesRepaired({ count: one.repaired }), ...unread(one.others, t)]
      return [t.phones({ count: one.count }), ...unread(one.others, t)]
    case 'pattern':
    case 'dates':
    case 'numbers':
      return [t[one.kind]({ count: one.count }), ...unread(one.others, t)]
    case 'years': {
      const [all, some] =
        one.era === 'be' ? (['allBuddhist', 'someBuddhist'] as const) : (['allChristian', 'someChristian'] as const)
      return one.others === 0 ? [t[all]] : [t[some]({ count: one.count }), t.otherYears({ count: one.others })]
    }
    case 'date_repair':
      return [t[one.repair]({ count: one.count })]
    case 'words':
      return describeWords(one.pairs, t)
    case 'names':
      return [t.names({ whole: one.whole, cells: one.cells })]
    case 'titles':
      return [t.titles({ count: one.count })]
    case 'values':
      // Files loaded by an older version lack the count.
      if (one.distinct === 0) return [t.cells({ cells: one.cells })]
      return [(one.exact ? t.values : t.valuesAbout)({ cells: one.cells, distinct: one.distinct })]
    case 'empty':
      return [t.empty({ percent: one.percent })]
    case 'running':
      return [t.running({ count: one.count })]
    case 'looks':
      return [t.seems({ what: t[`as_${one.as}`], count: one.count })]
    case 'masked':
      return [t[`masked_${one.what}`]({ count: one.count, cells: one.cells })]
    case 'formulas':
      return [t.formulas({ count: one.count })]
    case 'other_column':
      return [t.otherColumn({ name: nameOf(one.sourceSchemaId) })]
  }
}

const genders = { male: true, female: true, other: true, unspecified: true }

/** Describes the words of a file; those identical to ours are named together. */
function describeWords(pairs: readonly { cell: string; means: string }[], t: EvidenceWords): string[] {
  const meant = pairs.map(({ cell, means }) => ({
    cell,
    means: means in genders ? t[means as keyof typeof genders] : means,
  }))
  const other = meant.filter(({ cell, means }) => cell !== means)
  if (other.length > 0) return other.map(({ cell, means }) => `${cell} = ${means}`)
  return [t.sameWords({ words: meant.map(({ cell }) => cell).join(', ') })]
}

const unread = (others: number, t: EvidenceWords) => (others > 0 ? [t.others({ count: others })] : [])

/** Describes the suitability of a key. */
export function describeKey(
  field: string,
  { cells, distinct, exact, largest, apart }: KeyFigures,
  t: EvidenceWords,
): string {
  if (exact && distinct === cells) return t.keyAllDiffer({ field, cells })
  const sentence = (exact ? t.keyValues : t.keyValuesAbout)({ field, cells, distinct, largest })
  return apart === 'well' ? sentence : `${sentence} · ${t.keyLoose}`
}
