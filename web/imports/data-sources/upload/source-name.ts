import { NAME_MAX_GRAPHEMES } from '@ruam/contract/platform/constants.ts'

const letters = new Intl.Segmenter('th')

/**
 * A name for what comes of a file: the file's own without its ending. The next ones, for when that is taken as in each month's
 * customers.csv, say the day and then a number. Cut between letters as people count them. `day`: as it may stand in a file's name.
 */
export function proposedName(fileName: string, tries: number, day: string): string {
  const ending = tries === 0 ? '' : tries === 1 ? ` ${day}` : ` ${day} (${tries})`
  const own = Array.from(letters.segment(fileName.replace(/\.[a-z0-9]{1,5}$/i, '')), ({ segment }) => segment)
  return own.slice(0, NAME_MAX_GRAPHEMES - ending.length).join('') + ending
}
