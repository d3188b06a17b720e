import type { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import type { Context } from '../../http/handler.ts'
import { replacer } from '../../imports/mended/rules.ts'
import { mendableLetters, replaceAt, storeMended } from '../../ingest/connectors/dead-letters.ts'
import { keysOfPath, rowsOfItem } from '../../ingest/connectors/flatten.ts'
import { VALUE_LENGTH } from '../../ingest/connectors/record-results.ts'
import { parseItems } from '../../ingest/items/stored-items.ts'
import { faultsOfConnector, suggestedText, withCell } from './letter-faults.ts'
import { checkFilter, pathsOf } from './view-letters.ts'

type Mending = Pick<Context<typeof connectorItems.mend>, 'core' | 'db' | 'storeId' | 'user' | 'language' | 'body'>

/** Returns an item with a text at a path; undefined if its cell there would be another. */
function withText(item: unknown, each: string | null, path: string, text: string): unknown {
  const put = (value: unknown, at: string) => replaceAt(value, keysOfPath(at), () => text)
  const mended = each !== null && path.startsWith(`${each}.`) ? withinEach(item, each, path, put) : put(item, path)
  return cellsOf(mended, each)?.get(path)?.text === text ? mended : undefined
}

/** A dead letter holds the one object of its array that failed. */
const withinEach = (item: unknown, each: string, path: string, put: (row: unknown, at: string) => unknown) =>
  replaceAt(item, keysOfPath(each), (rows) =>
    Array.isArray(rows) ? rows.map((row) => put(row, path.slice(each.length + 1))) : rows,
  )

const cellsOf = (item: unknown, each: string | null) => rowsOfItem(item, each)?.[0]?.cells

/** Corrects the refused value of dead letters, and reads each as a cell of an import. Throws field_closed, and not_found for unknown ids. */
export async function mendLetters({ body, ...viewer }: Mending, connector: number, missing: () => Error) {
  const { db, storeId, language } = viewer
  const paths = await pathsOf(viewer, connector)
  const faultAt = await faultsOfConnector(db, storeId, connector, language)
  const choice = 'ids' in body ? { ids: body.ids } : { group: body.group }
  const letters = await mendableLetters(db, storeId, connector, choice, paths.open === null)
  if ('ids' in body && letters.length === 0) throw missing()
  const replace = 'find' in body ? replacer({ find: body.find, whole: false }, body.replacement) : undefined
  const mended: { id: number; item: string }[] = []
  let unread = 0
  for (const letter of letters) {
    const { id, path, value } = letter
    checkFilter(paths, { path, value: value ?? '' })
    const item = parseItems(letter.item)
    const cells = cellsOf(item, paths.each)
    const now = cells?.get(path)?.text
    if (!cells || !faultAt || now === undefined) continue
    const isSent = now === value
    // A value that can be read stays as it was corrected.
    const text =
      'ids' in body
        ? (body.text ?? sentText(value))
        : replace
          ? isSent || faultAt(cells, path)
            ? replace(now)
            : undefined
          : isSent
            ? suggestedText(faultAt, cells, letter)
            : undefined
    if (text == null || text === now) continue
    const corrected = withText(item, paths.each, path, text)
    if (corrected === undefined) continue
    mended.push({ id, item: JSON.stringify(corrected) })
    if (faultAt(withCell(cells, path, text), path)) unread++
  }
  if (mended.length > 0) await storeMended(db, storeId, mended)
  return { mended: mended.length, unread }
}

/** A refused value as it was sent; undefined of a long one, which a letter does not hold whole. */
const sentText = (value: string | null) => (value !== null && value.length < VALUE_LENGTH ? value : undefined)
