import type { FileColumn } from './export-file.ts'
import { columnLetters } from './sheet-rows.ts'
import { safeText, styleOf } from './sheet-text.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const sheetPath = (place: number) => `worksheets/sheet${place + 1}.xml`
const attribute = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** A sheet is called by 31 characters at most, without some signs; a second one carries its number. */
export function sheetName(name: string, place: number): string {
  const plain =
    name
      .replace(/[\\/*?:[\]\p{Cc}\ufffe\uffff]/gu, ' ')
      .replace(/^'+|'+$/g, '')
      .trim() || 'Sheet'
  const number = place === 0 ? '' : ` ${place + 1}`
  return (
    [...plain]
      .slice(0, 24)
      .join('')
      .slice(0, 31 - number.length)
      .trim()
      .toWellFormed() + number
  )
}

/** Start of a sheet with a fixed header. `widths`: column widths in characters. */
export const sheetHead = (widths: readonly number[]) =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, place) => `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData>`

/** The first row of a sheet. */
export function headerRow(columns: readonly Pick<FileColumn, 'header'>[]): string {
  const cells = columns.map(
    ({ header }, place) =>
      `<c r="${columnLetters(place)}1" s="${styleOf.header}" t="inlineStr"><is><t xml:space="preserve">${safeText(header)}</t></is></c>`,
  )
  return `<row r="1">${cells.join('')}</row>`
}

/** End of a sheet, whose columns can be filtered. */
export const sheetFoot = (columns: number, rows: number) =>
  `</sheetData><autoFilter ref="A1:${columnLetters(columns - 1)}${rows}"/></worksheet>`

/** The other parts of a workbook, by their place in the archive. */
export function workbookParts(sheets: readonly string[]): { path: string; content: string }[] {
  const types = sheets
    .map(
      (_, place) =>
        `<Override PartName="/xl/${sheetPath(place)}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
    )
    .join('')
  const listed = sheets
    .map((name, place) => `<sheet name="${attribute(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`)
    .join('')
  const links = sheets
    .map((_, place) => `<Relationship Id="rId${place + 1}" Type="${OFFICE}/worksheet" Target="${sheetPath(place)}"/>`)
    .join('')
  const styles = `rId${sheets.length + 1}`
  return [
    {
      path: '[Content_Types].xml',
      content: `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${types}</Types>`,
    },
    {
      path: '_rels/.rels',
      content: `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      path: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      content: `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links}<Relationship Id="${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    },
    { path: 'xl/styles.xml', content: STYLES },
  ]
}

/** Path of a sheet in the archive. */
export const sheetPart = (place: number) => `xl/${sheetPath(place)}`

/** Styles in the order of `styleOf`: as it is, a header, text, a day, a moment. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
