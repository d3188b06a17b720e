import type { MendingRule } from '@ruam/contract/imports/mending.ts'

type Search = Pick<MendingRule, 'find' | 'whole'>

/** Name of a rule: a column has one for each text and way to look for it. */
export const ruleKey = ({ source_schema_id, find, whole }: Omit<MendingRule, 'replacement'>) =>
  `${source_schema_id} ${whole ? '=' : '~'} ${plain(find, whole)}`

/** Returns a function that replaces a text in a cell, whatever its case; undefined if the cell does not have it. */
export function replacer({ find, whole }: Search, replacement: string): (cell: string) => string | undefined {
  const sought = plain(find, whole)
  if (whole) return (cell) => (plain(cell, true) === sought ? replacement : undefined)
  const pattern = new RegExp(escapeRegex(find.normalize('NFC')), 'giu')
  return (cell) => {
    const mended = cell.normalize('NFC').replace(pattern, () => replacement)
    return mended === cell ? undefined : mended
  }
}

const plain = (text: string, whole: boolean) => {
  const lower = text.normalize('NFC').toLowerCase()
  return whole ? lower.trim() : lower
}

const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Adds a rule. It takes the place of an older one for the same text. */
export const withRule = (rules: readonly MendingRule[], rule: MendingRule): MendingRule[] => [
  ...rules.filter((one) => ruleKey(one) !== ruleKey(rule)),
  rule,
]
