import type { Language } from '@ruam/contract/errors/catalog.ts'
import { splitZone } from './zoned-header.ts'

/** Columns of our own files that are no fields, as they are called. The import knows them by these names. */
export const exportedColumns = {
  id: { th: 'เลขที่ลูกค้า', en: 'Customer number' },
  labels: { th: 'ป้ายกำกับ', en: 'Labels' },
  advanceLabels: { th: 'เซกเมนต์', en: 'Segments' },
  createdAt: { th: 'วันที่สร้าง', en: 'Created at' },
  updatedAt: { th: 'วันที่อัปเดต', en: 'Updated at' },
  lineReach: { th: 'การติดต่อทาง LINE', en: 'LINE reach' },
  lineLink: { th: 'ลิงก์เชื่อม LINE', en: 'LINE link' },
} as const satisfies Record<string, Record<Language, string>>

export type ExportedColumn = keyof typeof exportedColumns

const byName = new Map(
  Object.entries(exportedColumns).flatMap(([column, { th, en }]) => [
    [th.toLowerCase(), column as ExportedColumn],
    [en.toLowerCase(), column as ExportedColumn],
  ]),
)

/** Which of these columns a header names. */
export const exportedColumn = (header: string): ExportedColumn | undefined =>
  byName.get(splitZone(header).name.trim().toLowerCase())

/** The header of the numbers of a store's customers: another store takes them for none of its own. */
export const numberHeader = (language: Language, mark: string) => `${exportedColumns.id[language]} [${mark}]`

/** The mark in such a header; undefined of any other. */
export function exportedNumberPrefix(header: string): string | undefined {
  const [, name, mark] = /^(.+) \[([0-9a-f]{6})\]$/.exec(header.trim()) ?? []
  return name !== undefined && exportedColumn(name) === 'id' ? mark : undefined
}
