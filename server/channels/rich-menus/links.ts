import { createHmac } from 'node:crypto'
import type { RichMenuContent } from '@ruam/contract/channels/rich-menu.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../database/db.ts'
import type { Naming } from './names.ts'

/** Letters of a code: 96 bits, too many to guess. */
const CODE_LETTERS = 16

interface Link {
  menuId: number
  letter: string
  target: string
}

/** Returns the code of a link, the same in every version: an old phone keeps a working menu. */
const codeOf = ({ secretKey, storeId }: Naming, { menuId, letter, target }: Link): string =>
  createHmac('sha256', secretKey)
    .update(`menu link ${storeId} ${menuId} ${letter} ${target}`)
    .digest('base64url')
    .slice(0, CODE_LETTERS)

/** LINE's own addresses and telephone numbers open only as they are. */
const isTracked = (target: string) =>
  /^https:\/\//i.test(target) && !/^https:\/\/(?:[\w-]+\.)*line\.me(?:[/?#]|$)/i.test(target)

/**
 * Stores the links of a menu, and returns the short address of each. Links stay as written without a public https address: LINE's own
 * count is all there is then.
 */
export async function trackLinks(
  db: Db,
  naming: Naming,
  mediaUrl: string | undefined,
  { id, areas }: { id: number; areas: RichMenuContent['areas'] },
): Promise<(letter: string, target: string) => string> {
  if (!mediaUrl) return (_letter, target) => plainAddress(target)
  const links = areas.flatMap(({ letter, action }) =>
    action?.type === 'link' && isTracked(action.url) ? { menuId: id, letter, target: plainAddress(action.url) } : [],
  )
  const rows = links.map((link) => ({ ...link, code: codeOf(naming, link) }))
  await sql`insert into rich_menu_link (store_id, code, rich_menu_id, letter, target)
    select ${naming.storeId}, l.code, ${id}, l.letter, l.target
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (code text, letter text, target text)
    on conflict do nothing`.execute(db)
  return (letter, address) => {
    const target = plainAddress(address)
    return isTracked(target) ? `${mediaUrl}/m/${codeOf(naming, { menuId: id, letter, target })}` : target
  }
}

/** Returns an address in letters that LINE and a redirect take: Thai ones are written as bytes. */
const plainAddress = (address: string): string =>
  isTracked(address) && URL.canParse(address) ? new URL(address).href : address

interface FoundLink {
  store_id: number
  rich_menu_id: number
  letter: string
  target: string
}

/** Finds a link by its code, outside of any store. */
export async function findLink(pool: pg.Pool, code: string): Promise<FoundLink | undefined> {
  const { rows } = await pool.query<FoundLink>('select * from auth.menu_link($1)', [code])
  return rows[0]
}
