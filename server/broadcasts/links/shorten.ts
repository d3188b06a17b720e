import type { Arm } from '@ruam/contract/broadcasts/ab-test.ts'
import { linksIn, withLinks } from '@ruam/contract/broadcasts/links-in.ts'
import type { Config } from '../../core/config.ts'
import type { Db } from '../../database/db.ts'
import { textsOf } from '../ab-test/texts.ts'
import type { BroadcastRow } from '../records/queries.ts'
import { codeOf, personalCode } from './addresses.ts'
import { insertLinks } from './queries.ts'

type Written = Pick<BroadcastRow, 'messages' | 'quick_replies' | 'stop_reply'>
type Settings = Pick<Config, 'mediaUrl' | 'secretKey'>

/** Messages of one broadcast with short addresses: of all recipients of a text, or of the one at a position. */
export interface Shortened {
  for(arm: Arm | null, position: number | null): Written
}

/** Stores the links of a broadcast and shortens them. They stay as written without a public https address. */
export async function shortenLinks(
  { mediaUrl, secretKey }: Settings,
  db: Db,
  storeId: number,
  row: BroadcastRow,
): Promise<Shortened> {
  const texts = textsOf(row)
  const written = new Map(texts.map(({ arm, messages }) => [arm, { ...row, messages }]))
  if (!mediaUrl || row.link_tracking === 'off') return { for: (arm) => written.get(arm)! }
  // Each text has links of its own, also to the same page.
  const links = texts
    .flatMap(({ arm }) => linksIn(written.get(arm)!).map((link) => ({ arm, ...link })))
    .map(({ arm, message, target }, index) => {
      const place = index + 1
      return { place, arm, message, target, code: codeOf(secretKey, { storeId, broadcastId: row.id, place, target }) }
    })
  await insertLinks(db, storeId, row.id, links)
  const codes = new Map(links.map(({ arm, message, target, code }) => [`${arm} ${message} ${target}`, code]))
  const shorten = (arm: Arm | null, position: number | null) =>
    withLinks(written.get(arm)!, (target, message) => {
      const code = codes.get(`${arm} ${message} ${target}`)!
      return `${mediaUrl}/l/${position === null ? code : personalCode(secretKey, code, position)}`
    })
  const shared = new Map(texts.map(({ arm }) => [arm, shorten(arm, null)]))
  return {
    for: (arm, position) => (position === null || links.length === 0 ? shared.get(arm)! : shorten(arm, position)),
  }
}
