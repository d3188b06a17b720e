import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The texts of a column of the first sheet of an exported workbook, its header first. */
export async function sheetCells(file: Buffer, column: string): Promise<string[]> {
  const xml = await partOf(file, 'xl/worksheets/sheet1.xml')
  const cell = new RegExp(`<c r="${column}\\d+"[^>]*>(?:<is><t[^>]*>|<v>)([^<]*)<`, 'g')
  return [...xml.matchAll(cell)].map(([, value]) => value!)
}

function partOf(file: Buffer, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(file, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject)
      zip.on('end', () => reject(new Error(`There is no ${path}`)))
      zip.on('entry', (entry: yauzl.Entry) => {
        if (entry.fileName !== path) return zip.readEntry()
        zip.openReadStream(entry, (refused, stream) => (refused ? reject(refused) : text(stream).then(resolve, reject)))
      })
      zip.readEntry()
    })
  })
}
