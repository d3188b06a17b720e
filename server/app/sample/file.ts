import type { MappingRow } from '@ruam/contract/imports/mapping.ts'

/** Target of a column, by name of the field. */
export interface SampleTarget {
  field: string
  of: 'profile' | 'activity'
  part?: MappingRow['part']
  overwrite?: MappingRow['overwrite']
}

/** The columns of a file in their order, and how they are to be mapped. */
export type Columns = readonly { header: string; targets: readonly SampleTarget[] }[]

/** A file as a shop would have it. */
export interface SampleFile {
  name: string
  content: string
}

/** CSV as spreadsheets save it in Thailand: UTF-8 with a byte order mark, CRLF. */
export function csvOf(columns: Columns, lines: readonly string[]): string {
  return `\ufeff${[columns.map(({ header }) => header).join(','), ...lines].join('\r\n')}\r\n`
}

/** One line, with quotes where a cell needs them. */
export const sampleLine = (cells: readonly string[]) =>
  cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')

export const profile = (field: string, rules: Omit<SampleTarget, 'field' | 'of'> = {}): SampleTarget => ({
  field,
  of: 'profile',
  ...rules,
})
export const activity = (field: string): SampleTarget => ({ field, of: 'activity' })
