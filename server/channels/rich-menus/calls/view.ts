import type { RichMenu, RichMenuSummary } from '@ruam/contract/channels/rich-menu.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../../../database/db.ts'
import { isMyDataOn } from '../../accounts/my-data-address.ts'
import { contentOf, type RichMenuRow, writtenContent } from '../queries.ts'
import { countTaps } from '../taps.ts'

type Labels = ReadonlyMap<number, { name: string; color: string }>

async function labelsOf(db: Db, storeId: number, rows: readonly RichMenuRow[]): Promise<Labels> {
  const ids = [...new Set(rows.flatMap((row) => [...row.label_ids, ...(row.draft?.label_ids ?? [])]))]
  const { rows: labels } = await sql<{ id: number; name: string; color: string }>`
    select id, name, color from label where store_id = ${storeId} and id = any(${ids}::int[])`.execute(db)
  return new Map(labels.map(({ id, ...label }) => [id, label]))
}

/** Returns the labels of a menu: by name for readers with the right to them. */
const shownLabels = (rights: Rights, ids: readonly number[], labels: Labels): RichMenu['labels'] =>
  ids.map((id) => {
    const found = labels.get(id)
    const shown = may(rights, 'cdp-core.label.read') ? found : undefined
    return { id, name: shown?.name ?? null, color: shown?.color ?? null, deleted: found === undefined }
  })

const shared = ({
  id,
  name,
  is_default,
  place,
  status,
  fault,
  draft,
  version,
  line_version,
  updated_at,
}: RichMenuRow) => ({
  ...{ id, name, is_default, place, status, fault, updated_at },
  pending: status === 'in_use' && fault === null && line_version !== version,
  has_draft: draft !== null,
})

/** Friends of a menu and those whom it fits, by menu. */
export type FriendsOfMenus = ReadonlyMap<number, { friends: number; fits: number }>

/** Returns menus as the list shows them. */
export async function viewSummaries(
  db: Db,
  storeId: number,
  rights: Rights,
  rows: readonly RichMenuRow[],
  friends: FriendsOfMenus,
): Promise<RichMenuSummary[]> {
  const labels = await labelsOf(db, storeId, rows)
  const taps = await countTaps(
    db,
    storeId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { size, picture, starts_at, ends_at, label_ids } = contentOf(row)
    const people = taps.find(({ rich_menu_id, letter }) => rich_menu_id === row.id && letter === null)?.people ?? 0
    const counted = friends.get(row.id)
    return {
      ...shared(row),
      ...{ size, picture, starts_at, ends_at },
      labels: shownLabels(rights, label_ids, labels),
      taps: { people, share: shareOf(people, counted?.friends) },
      friends: counted?.friends ?? null,
      fits: counted?.fits ?? null,
    }
  })
}

/** Returns a menu as the editor shows it. */
export async function viewRichMenu(db: Db, storeId: number, rights: Rights, row: RichMenuRow): Promise<RichMenu> {
  const content = writtenContent(row)
  const labels = await labelsOf(db, storeId, [row])
  const taps = await countTaps(db, storeId, [row.id])
  return {
    ...shared(row),
    ...content,
    channel_id: row.channel_id,
    my_data: await isMyDataOn(db, storeId),
    labels: shownLabels(rights, content.label_ids, labels),
    taps: { people: taps.find(({ letter }) => letter === null)?.people ?? 0, share: null },
    area_taps: taps.flatMap(({ letter, people, taps: count }) =>
      letter === null ? [] : { letter, people, taps: count },
    ),
    reached: null,
  }
}

/** Percent, at most 100: people who left the menu tapped it, too. */
const shareOf = (people: number, friends: number | undefined) =>
  friends ? Math.min(Math.round((people / friends) * 1000) / 10, 100) : null
