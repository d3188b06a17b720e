import { MAX_FILE_COLUMNS } from '@ruam/contract/platform/constants.ts'
import { cleanText } from '../../core/clean-text.ts'
import { type NumberStyle, numberText } from './xlsx-cells.ts'
import { cellText, MAX_SHEET_CELL } from './xlsx-strings.ts'
import { attribute, xmlReader } from './xml.ts'

interface SheetReading {
  styles: readonly NumberStyle[]
  from1904: boolean
  /** A shared text by its place. */
  shared: (place: number) => string
  /** Takes a row that is not blank, up to its last filled cell, with its number in the sheet. */
  row: (cells: string[], no: number) => void
  /** The place (from 0) of the table's first column, and how many there are. */
  table?: { left: number; width: number }
  /** Told of the part of the sheet that is filled, as the sheet says it: A1:K930. */
  dimension?: (ref: string) => void
  /** Completes the cells of a row that has some of its own, such as by merged cells. */
  complete?: (cells: string[], no: number) => void
}

/** Content dropped while reading. */
export interface SheetNotes {
  /** U+0000. */
  nuls: number
  /** Cells that hold an error, such as #N/A. */
  errors: number
  /** Formulas whose result the file does not hold. */
  formulas: number
  /** The same by the place of their column in the table. */
  formulaColumns: number[]
  /** Filled rows, and columns of the table, that Excel hides. */
  hiddenRows: number
  hiddenColumns: number
}

export const noSheetNotes = (): SheetNotes => ({
  nuls: 0,
  errors: 0,
  formulas: 0,
  formulaColumns: [],
  hiddenRows: 0,
  hiddenColumns: 0,
})

/** Adds the notes of one more sheet. */
export function addSheetNotes(notes: SheetNotes, more: SheetNotes): void {
  const { formulaColumns, ...counts } = more
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) notes[name] += counts[name]
  for (const [place, count] of formulaColumns.entries())
    notes.formulaColumns[place] = (notes.formulaColumns[place] ?? 0) + count
}

/** Cells of a row that are kept: one more than any header can have, and as much to the left of a table. */
const KEPT_CELLS = 2 * MAX_FILE_COLUMNS + 1

/**
 * Makes the reader of a sheet's XML, which is given piece by piece. Cells are texts: numbers as numberText says, TRUE and FALSE,
 * errors empty, formulas by the result the file holds.
 */
export function sheetReader(reading: SheetReading): {
  read: (piece: string, last: boolean) => void
  notes: SheetNotes
} {
  const notes = noSheetNotes()
  let cells: string[] = []
  let column = 0
  let no = 0
  let type = 'n'
  let style: NumberStyle = 'plain'
  let value = ''
  let formula = false
  let inCell = false
  let inValue = false
  let inReading = false
  let hidden = false

  const endCell = () => {
    inCell = false
    const text = textOf()
    if (column < KEPT_CELLS && text !== '') {
      while (cells.length < column) cells.push('')
      cells[column] = text
    }
    column++
  }
  const textOf = (): string => {
    if (value === '') {
      if (formula) noteFormula()
      return ''
    }
    if (type === 's') return /^\s*\d+\s*$/.test(value) ? withoutNuls(reading.shared(Number(value))) : ''
    if (type === 'n') return numberText(value.trim(), style, reading.from1904)
    if (type === 'b') return value.trim() === '1' ? 'TRUE' : 'FALSE'
    if (type === 'e') {
      notes.errors++
      return ''
    }
    return withoutNuls(cellText(value))
  }
  const noteFormula = () => {
    notes.formulas++
    const place = column - (reading.table?.left ?? 0)
    if (place < 0 || place >= (reading.table?.width ?? KEPT_CELLS)) return
    while (notes.formulaColumns.length <= place) notes.formulaColumns.push(0)
    notes.formulaColumns[place]!++
  }
  const withoutNuls = (text: string): string => {
    if (!text.includes('\0')) return text
    const clean = cleanText(text)
    notes.nuls += text.length - clean.length
    return clean
  }
  const read = xmlReader({
    open(name, attributes, empty) {
      if (name === 'c') {
        const ref = attribute(attributes, 'r')
        if (ref !== undefined) column = columnOf(ref)
        type = attribute(attributes, 't') ?? 'n'
        style = reading.styles[Number(attribute(attributes, 's') ?? 0)] ?? 'plain'
        value = ''
        formula = false
        inCell = true
        inReading = false
        if (empty) endCell()
      } else if (name === 'v') inValue = inCell && !empty
      else if (name === 't') inValue = inCell && !inReading && !empty
      else if (name === 'f') formula = true
      else if (name === 'rPh') inReading = !empty
      else if (name === 'row') {
        cells = []
        column = 0
        no = rowNo(attribute(attributes, 'r'), no)
        hidden = isOn(attribute(attributes, 'hidden'))
      } else if (name === 'col' && isOn(attribute(attributes, 'hidden'))) {
        notes.hiddenColumns += overlap(attributes, reading.table)
      } else if (name === 'dimension') reading.dimension?.(attribute(attributes, 'ref') ?? '')
    },
    close(name) {
      if (name === 'v' || name === 't') inValue = false
      else if (name === 'rPh') inReading = false
      else if (name === 'c' && inCell) endCell()
      else if (name === 'row' && cells.some((cell) => cell.trim() !== '')) {
        if (hidden) notes.hiddenRows++
        reading.complete?.(cells, no)
        reading.row(cells, no)
      }
    },
    wantsText: () => inValue,
    text(raw) {
      if (value.length < MAX_SHEET_CELL * 2) value += raw
    },
  })
  return { read, notes }
}

const isOn = (value: string | undefined) => value === '1' || value === 'true'

/** Returns how many columns of the table a col element covers; its places count from 1. */
function overlap(attributes: string, table: SheetReading['table']): number {
  if (!table) return 0
  const first = Math.max(Number(attribute(attributes, 'min')), table.left + 1)
  const last = Math.min(Number(attribute(attributes, 'max')), table.left + table.width)
  return Math.max(0, last - first + 1) || 0
}

/** The last row that a sheet has. */
const LAST_ROW = 1_048_576

/** A row's number as the sheet says it, where that is behind the row before; else the next. */
function rowNo(said: string | undefined, before: number): number {
  const no = Number(said)
  return no > before && no <= LAST_ROW && Number.isInteger(no) ? no : before + 1
}

/** The place of a column from 0: AB12 is 27. */
export function columnOf(ref: string): number {
  let column = 0
  for (let at = 0; at < ref.length; at++) {
    const code = ref.charCodeAt(at) & 0xdf
    if (code < 0x41 || code > 0x5a || at > 3) break
    column = column * 26 + code - 0x40
  }
  return Math.max(0, column - 1)
}
