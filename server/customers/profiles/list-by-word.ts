import type { ProfileFilter, profiles } from '@ruam/contract/customers/profiles.ts'
import { MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import { namesVersion, versionOf } from '../../access/stores/names-version.ts'
import { pageAnswer } from '../../database/page.ts'
import { prepared } from '../../database/prepared.ts'
import { type ReadRequest, type StagedRead, stage, staged } from '../../http/pipelined-read.ts'
import { closedForMember } from './closed.ts'
import type { ListQuery } from './list-page.ts'
import { isInstant, orderOf } from './list-sort.ts'
import { plainPage } from './plain-page.ts'
import { profileNames } from './profile-names.ts'
import { totalRow } from './queries.ts'
import { rowsById, visibleRows } from './rows-by-id.ts'
import { readKeyword, searchTimes } from './search.ts'

/** Most profiles of a word that are read with their times before it counts as common. */
const MOST_FOUND = 2000

/** Words that were common in a store, the oldest first: `listPage` samples them before it reads ids. */
const common = new Set<string>()
const MOST_COMMON = 1000

interface Found {
  total: number
  live: number
  ids: string[]
}

type Order = { sort_by: string; sort_dir: 'asc' | 'desc' }

const foundBy = (order: Order) =>
  prepared(
    `found ${order.sort_by} ${order.sort_dir}`,
    (
      db,
      storeId: number,
      words: string,
      phones: string,
      phoneEnd: string | null,
      mail: string | null,
      limit: number,
      offset: number,
    ) => {
      const found = searchTimes({ words, phones, phoneEnd, mail }, MOST_FOUND + 1)
      return sql<Found>`with profile as materialized (select id, created_at, updated_at from ${found} found)
        select (select count(*) from profile) as total, coalesce((${totalRow(db, storeId)}), 0) as live,
          array(select id from profile order by ${orderOf(null, order)} limit ${limit}::int offset ${offset}::int) as ids`
    },
  )

const reads = new Map(
  ['updated_at', 'created_at'].flatMap((sort_by) =>
    (['desc', 'asc'] as const).map((sort_dir) => [`${sort_by} ${sort_dir}`, foundBy({ sort_by, sort_dir })] as const),
  ),
)

type Listing = Pick<ReadRequest<typeof profiles.query>, 'storeId' | 'language'>
type Page = Pick<ListQuery, 'offset' | 'limit' | 'sort_by' | 'sort_dir'> & { names?: 'once' | 'each' }

/** Prepares a page of those that a word finds, in order of a time, in two messages; undefined for words that are common. */
export function pageByWord<E extends typeof profiles.list | typeof profiles.query>(
  endpoint: E,
  { storeId, language }: Listing,
  filter: ProfileFilter,
  page: Page,
): StagedRead<E> | undefined {
  const { keyword, ...others } = filter
  const narrowed = Object.values(others).some((other) => other !== undefined && other !== false)
  const names = profileNames.last(storeId)
  if (!keyword || narrowed || page.limit <= 0 || !isInstant(page.sort_by) || names?.computes !== false) return undefined
  const key = `${storeId} ${keyword}`
  if (common.has(key)) return undefined
  const { words, phones, phoneEnd, mail } = readKeyword(keyword)
  const found = reads.get(`${page.sort_by} ${page.sort_dir}`)!
  return staged(endpoint as typeof profiles.query, {
    reads: {
      version: namesVersion(storeId),
      found: found(storeId, arrayOf(words), arrayOf(phones), phoneEnd, mail, page.limit, page.offset),
    },
    done() {},
    next({ version, found: [counted] }, { user }) {
      const now = profileNames.at(storeId, versionOf(version))
      const { total, live, ids } = counted!
      if (total > MOST_FOUND) {
        if (common.size >= MOST_COMMON) common.delete(common.keys().next().value!)
        common.add(key)
      }
      if (!now || now.computes || total > MOST_FOUND) return undefined
      const closed = closedForMember(user.rights, now.fields[language], now.graph).segments
      const shown = ids.map(Number)
      return stage({ rows: rowsById(storeId, shown) }, ({ rows }) => {
        const data = visibleRows(rows, shown, { names: now, language, user, closed })
        const answer = pageAnswer(page, data, total, { most: MAX_WIDE_PAGE_SIZE })
        const whole = { ...answer, total_capped: false, total_all: live }
        return page.names === 'once' ? plainPage(whole) : whole
      })
    },
  }) as unknown as StagedRead<E>
}

/** An array of texts as PostgreSQL reads it. */
const arrayOf = (texts: readonly string[]) =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
