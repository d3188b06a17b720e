import type { Choosable } from './choose.ts'
import { keywordText } from './match.ts'
import type { AnswerRow } from './queries.ts'

/** Returns answers as they are chosen. */
export const choosable = (rows: readonly AnswerRow[]): Choosable[] =>
  rows.map(({ id, kind, place, match, variants }) => ({
    ...{ id, kind, place, match },
    variants: variants.map((shown) => ({ shown, compared: keywordText(shown) })),
  }))
