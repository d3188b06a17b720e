import type { ExportFileType } from '@ruam/contract/reports/exports.ts'

/** Letters of a name before its day and number: a path has 255 bytes, and a Thai letter three of them. */
const MOST = 60

/** Name of a file: content, day in the store, number of the export; without characters special to paths. */
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
