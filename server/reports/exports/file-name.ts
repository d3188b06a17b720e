import type { ExportFileType } from '@ruam/contract/reports/exports.ts'

/** Letters of a name before its day and number: a path has 255 bytes, and a Thai letter three of them. */
const MOST = 60

/** What a file is called: what is in it, the day of the store and the number of the export; nothing that a path would read as its own. */
export function fileName(what: string, day: string, id: number, type: ExportFileType): string {
  const plain = what
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const short = [...new Intl.Segmenter('th', { granularity: 'grapheme' }).segment(plain)].map(({ segment }) => segment)
  const [year, month, date] = day.split('-')
  return `${short.slice(0, MOST).join('').trim()} ${date}-${month}-${year} ${id}.${type}`.trim()
}
