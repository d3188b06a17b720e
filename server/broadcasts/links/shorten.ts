import { linksIn, withLinks } from '@ruam/contract/broadcasts/links-in.ts'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../database/db.ts'
import type { BroadcastRow } from '../records/queries.ts'
import { codeOf, personalCode } from './addresses.ts'
import { insertLinks } from './queries.ts'

type Written = Pick<BroadcastRow, 'messages' | 'quick_replies' | 'stop_reply'>
type Settings = Pick<Config, 'mediaUrl' | 'secretKey'>

/** Messages of one broadcast with short addresses: of all recipients, or of the one at a position. */
export interface Shortened {
  for(position: number | null): Written
}

/** Stores the links of a broadcast and shortens them. They stay as written without a public https address. */
export async function shortenLinks(
  { mediaUrl, secretKey }: Settings,
  db: Db,
  storeId: number,
  row: BroadcastRow,
): Promise<Shortened> {
  if (!mediaUrl || row.link_tracking === 'off') return { for: () => row }
  const links = linksIn(row).map(({ message, target }, index) => {
    const place = index + 1
    return { place, message, target, code: codeOf(secretKey, { storeId, broadcastId: row.id, place, target }) }
  })
  await insertLinks(db, storeId, row.id, links)
  const codes = new Map(links.map(({ message, target, code }) => [`${message} ${target}`, code]))
  const shorten = (position: number | null) =>
    withLinks(row, (target, message) => {
      const code = codes.get(`${message} ${target}`)!
      return `${mediaUrl}/l/${position === null ? code : personalCode(secretKey, code, position)}`
    })
  const shared = shorten(null)
  return { for: (position) => (position === null || links.length === 0 ? shared : shorten(position)) }
}
