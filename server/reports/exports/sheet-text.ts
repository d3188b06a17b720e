import type { CellType } from './export-file.ts'
import { MAX_CELL } from './workbook-job.ts'

/** Places in `cellXfs` of the workbook's styles. */
export const styleOf = { header: 1, text: 2, day: 3, instant: 4 } as const

/** Characters that XML cannot hold, or changes, escaped as Excel does: _xHHHH_. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these very ones
const UNSAFE = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_x[\da-f]{4}_/gi
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const hex = (letter: string) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** A text as XML has it. */
export const safeText = (text: string) =>
  text.replace(UNSAFE, (found) => entities[found] ?? (found.length > 1 ? `_x005F${found}` : hex(found)))

/** As much of a text as a cell holds, with a mark where it was cut. */
export const cutToCell = (text: string) =>
  text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1).replace(/[\ud800-\udbff]$/, '')}…` : text

/** Content of a cell after its address. Numbers that a workbook would change, and dates it lacks, stay text. */
export function sheetCellText(type: CellType, value: string): string {
  if (type === 'number' && isExact(value)) return `"><v>${value}</v></c>`
  if (type === 'boolean') return `" t="b"><v>${value === 't' || value === 'true' ? 1 : 0}</v></c>`
  const kept = value.charCodeAt(0) <= 32 || value.charCodeAt(value.length - 1) <= 32 ? ' xml:space="preserve"' : ''
  return `" s="${styleOf.text}" t="inlineStr"><is><t${kept}>${safeText(value)}</t></is></c>`
}

/** True if a workbook keeps a number exactly: up to 15 digits. */
function isExact(value: string): boolean {
  if (!/^-?[\d.]+(?:e[+-]?\d+)?$/i.test(value)) return false
  const digits = value.replace(/e.*$/i, '').replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
  return digits.length <= 15
}
