import { cleanText } from '../../core/clean-text.ts'
import { type NumberStyle, numberStyle } from './xlsx-cells.ts'
import { type Parts, RefusedWorkbook } from './xlsx-zip.ts'
import { attribute, unescapeXml, xmlReader } from './xml.ts'

export interface Sheet {
  name: string
  hidden: boolean
  part: string
}

export interface Workbook {
  sheets: Sheet[]
  /** By the number that a cell names. */
  styles: NumberStyle[]
  from1904: boolean
  /** The part with the shared texts. */
  strings: string
}

export const MAX_SHEETS = 1000
export const MAX_STYLES = 100_000

/** Returns the part that an archive of Office is about. Throws RefusedWorkbook. */
export async function mainPart(parts: Parts): Promise<string> {
  const office = [...(await relations(parts, '')).values()].find((one) => one.type.endsWith('/officeDocument'))
  const main = office?.target ?? 'xl/workbook.xml'
  if (/^(word|ppt)\//.test(main) || parts.has('word/document.xml')) throw new RefusedWorkbook('document_file')
  if (!parts.has(main)) throw new RefusedWorkbook(parts.has('[Content_Types].xml') ? 'workbook_broken' : 'archive_file')
  return main
}

/** Reads metadata of a workbook: sheets, number formats, date base. Throws RefusedWorkbook. */
export async function readWorkbook(parts: Parts, main: string): Promise<Workbook> {
  const related = await relations(parts, main)
  const sheets: Sheet[] = []
  let from1904 = false
  let workbook = false
  await eachElement(parts, main, (name, attributes) => {
    if (name === 'workbook') workbook = true
    if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '')
    if (name !== 'sheet' || sheets.length >= MAX_SHEETS) return
    const target = related.get(/\s(?:\w+:)?id=["']([^"']*)["']/.exec(attributes)?.[1] ?? '')
    if (!target?.type.endsWith('/worksheet')) return
    const title = cleanText(unescapeXml(attribute(attributes, 'name') ?? '').slice(0, 100))
    const hidden = (attribute(attributes, 'state') ?? 'visible') !== 'visible'
    sheets.push({ name: title, hidden, part: target.target })
  })
  if (!workbook) throw new RefusedWorkbook('file_type_not_supported')
  const partOf = (kind: string, usual: string) =>
    [...related.values()].find((one) => one.type.endsWith(kind))?.target ?? usual
  return {
    sheets,
    from1904,
    styles: await readStyles(parts, partOf('/styles', 'xl/styles.xml')),
    strings: partOf('/sharedStrings', 'xl/sharedStrings.xml'),
  }
}

/** Targets of a part's relations. `part` is empty for the archive. */
export async function relations(parts: Parts, part: string): Promise<Map<string, { type: string; target: string }>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1)
  const found = new Map<string, { type: string; target: string }>()
  await eachElement(parts, `${folder}_rels/${part.slice(folder.length)}.rels`, (name, attributes) => {
    if (name !== 'Relationship' || found.size > MAX_SHEETS * 2) return
    const target = unescapeXml(attribute(attributes, 'Target') ?? '').replaceAll('\\', '/')
    const path = new URL(target, `zip:/${folder}`).pathname.slice(1)
    found.set(attribute(attributes, 'Id') ?? '', { type: attribute(attributes, 'Type') ?? '', target: decodeURI(path) })
  })
  return found
}

async function readStyles(parts: Parts, part: string): Promise<NumberStyle[]> {
  const codes = new Map<number, string>()
  const styles: NumberStyle[] = []
  let inCells = false
  await eachElement(
    parts,
    part,
    (name, attributes) => {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt' && codes.size < MAX_STYLES)
        codes.set(id, unescapeXml(attribute(attributes, 'formatCode') ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells && styles.length < MAX_STYLES) styles.push(numberStyle(id, codes.get(id)))
    },
    (name) => {
      if (name === 'cellXfs') inCells = false
    },
  )
  return styles
}

function eachElement(
  parts: Parts,
  part: string,
  open: (name: string, attributes: string) => void,
  close: (name: string) => void = () => {},
): Promise<void> {
  const read = xmlReader({ open, close, text() {}, wantsText: () => false })
  return parts.read(part, (piece, last) => {
    read(piece, last)
    return undefined
  })
}
