import type { lineOa } from '@ruam/contract/channels/accounts.ts'
import type { Got } from '../../data/api.ts'

export type AccountRow = Got<typeof lineOa.get>

const JAPAN_OFFSET_MS = 9 * 3_600_000

/** Returns how many friends of an account have no profile, those that LINE alone knows among them. */
export const strangersOf = ({ known, unknown, atLine }: Omit<AccountRow['friends'], 'list'>): number =>
  Math.max(unknown, (atLine ?? 0) - known)

/** Returns the day on which LINE starts a new quota: the first of the next month in Japan. */
export function nextQuotaDay(now: Date): string {
  const day = new Date(now.getTime() + JAPAN_OFFSET_MS)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}

const graphemes = new Intl.Segmenter('th', { granularity: 'grapheme' })

/** Returns up to two letters of a name, for an account without a picture. Leading Thai vowels are skipped. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const first = (word: string) =>
    Array.from(graphemes.segment(word.replace(/^[^\p{L}\p{N}]*[เแโใไ]?/u, '')), ({ segment }) => segment[0])[0] ?? ''
  return words.slice(0, 2).map(first).join('').toUpperCase()
}
