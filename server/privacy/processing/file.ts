import { Readable } from 'node:stream'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Download } from '@ruam/contract/platform/endpoint.ts'
import type { ProcessingChange, ProcessingLine } from '@ruam/contract/privacy/processing.ts'
import {
  changeWords,
  type ProcessingFormat,
  partWords,
  processingLine,
} from '@ruam/contract/privacy/processing-text.ts'
import { csvLine } from '../../formats/files/csv-line.ts'

const words = {
  th: {
    file: 'บันทึกกิจกรรม',
    columns: ['ส่วน', 'รายการ', 'รายละเอียด', 'เทียบกับฉบับก่อน', 'รายละเอียดในฉบับก่อน'],
  },
  en: {
    file: 'processing-record',
    columns: ['part', 'item', 'details', 'since_last_record', 'details_in_last_record'],
  },
} as const

interface Kept {
  /** Day of the record in the store's zone. */
  day: string
  lines: readonly ProcessingLine[]
  changes: readonly ProcessingChange[]
}

/** A kept record as a CSV with its differences to the one before. */
export function processingFile({ day, lines, changes }: Kept, language: Language): Download {
  const format: ProcessingFormat = { language, day: (text) => text, number: (value) => value.toLocaleString('en') }
  const index = language === 'th' ? 0 : 1
  const changeOf = new Map(changes.map((change) => [change.line.key, change]))
  const removed = changes.filter(({ kind }) => kind === 'removed').map(({ line }) => line)
  const rows = [...lines, ...removed].map((line) => {
    const { name, facts } = processingLine(line, format)
    const change = changeOf.get(line.key)
    const was = change?.was ? processingLine(change.was, format) : undefined
    const before = was && [was.name === name ? '' : was.name, was.facts].filter(Boolean).join(' · ')
    return csvLine([
      partWords[line.part][index],
      name,
      facts,
      change ? changeWords[change.kind][index] : '',
      before ?? '',
    ])
  })
  return {
    file_name: `${words[language].file}-${day}.csv`,
    content_type: 'text/csv; charset=utf-8',
    content: Readable.from([`\ufeff${csvLine([...words[language].columns])}`, ...rows]),
  }
}
