import { type ProfileAddress, type ProfileQuery, profiles } from '@ruam/contract/customers/profiles.ts'
import { MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { namesVersion, versionOf } from '../../access/stores/names-version.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { prepared } from '../../database/prepared.ts'
import { pipelinedRead, type ReadContext, type ReadRows } from '../../http/pipelined-read.ts'
import { type ExpectedTrace, insertExpected } from '../../http/read-trace.ts'
import { closedForMember } from './closed.ts'
import { queryOfAddress } from './list-address.ts'
import { pageByRule } from './list-by-rule.ts'
import { pageByWord } from './list-by-word.ts'
import { anyList, anyQuery } from './list-calls.ts'
import { orderOf } from './list-sort.ts'
import { Sight } from './masking.ts'
import { plainPage } from './plain-page.ts'
import { loadLabels, profileNames } from './profile-names.ts'
import { columns, labelIds, profilesOf, totalRow } from './queries.ts'
import { profileAnswer } from './view.ts'

/** Page sizes of the screens, each with its own statement: with the size as a parameter, the planner would assume a tenth of the store. */
const SIZES = [10, 20, 50, 100]
/** Offset from which a page is found by its ids first. */
const FIRST = 500

const nameOf = ({ sort_by, sort_dir, limit }: Pick<ProfileAddress, 'sort_by' | 'sort_dir' | 'limit'>) =>
  `profile_page ${sort_by} ${sort_dir} ${limit}`

const sensitiveColumns = systemFields.filter((field) => 'sensitive' in field)

/** Customers of a page by the sensitive fields in which they have a value. */
const sensitivePairs = (page: ReturnType<typeof profilesOf>, ownIds: string) =>
  sql<{ field_id: number; profile_id: number }>`select f.id as field_id, p.id as profile_id
    from (${page.select(['id', 'custom', ...sensitiveColumns.map(({ column }) => column)])}) p
    cross join lateral (
      ${sql.join(
        sensitiveColumns.map(
          ({ id, column }) => sql`select ${sql.lit(id)}::int as id where p.${sql.ref(column)} is not null`,
        ),
        sql` union all `,
      )}
      union all select own.id from unnest(${ownIds}::int[]) own (id) where jsonb_typeof(p.custom -> own.id::text) <> 'null'
    ) f`

/** Statement that writes the trace of a page. `ownIds`: sensitive fields of the store's own, as an array. */
const pageTrace = (name: string, page: (db: Db, storeId: number, offset: number) => ReturnType<typeof profilesOf>) =>
  prepared(
    `${name} trace`,
    (db, storeId: number, offset: number, ownIds: string, userId: number, way: string, requestId: string) =>
      insertExpected(
        storeId,
        { userId, way, requestId },
        'cdp-core.profile-sensitive.read',
        sensitivePairs(page(db, storeId, offset), ownIds),
      ),
  )

const pages = new Map(
  SIZES.flatMap((limit) =>
    ['updated_at', 'created_at'].flatMap((sort_by) =>
      (['desc', 'asc'] as const).map((sort_dir) => {
        const name = nameOf({ sort_by, sort_dir, limit })
        const page = (db: Db, storeId: number, offset: number) =>
          profilesOf(db, storeId).orderBy(orderOf(null, { sort_by, sort_dir })).limit(sql.lit(limit)).offset(offset)
        const rows = prepared(name, (db, storeId: number, offset: number) =>
          page(db, storeId, offset).select([...columns, labelIds]),
        )
        return [name, { rows, trace: pageTrace(name, page) }] as const
      }),
    ),
  ),
)

const total = prepared('profile_total', totalRow)

type Page = Pick<ProfileQuery, 'offset' | 'limit' | 'sort_by' | 'sort_dir'>

/** Statements for a page of all profiles; undefined beyond the first pages, or in another order. */
function pageReads(storeId: number, query: Page) {
  const page = pages.get(nameOf(query))
  if (!page || query.offset > FIRST || profileNames.last(storeId)?.computes !== false) return undefined
  return { version: namesVersion(storeId), total: total(storeId), rows: page.rows(storeId, query.offset) }
}

/** Statement for the trace of such a page. */
function traceOf(storeId: number, query: Page, { userId, way, requestId }: ExpectedTrace) {
  const own = profileNames.last(storeId)!.fields.th.filter(({ sensitive, column }) => sensitive && !column)
  const ownIds = `{${own.map(({ id }) => id).join(',')}}`
  return pages.get(nameOf(query))!.trace(storeId, query.offset, ownIds, userId, way, requestId)
}

type PageFound = ReadRows<NonNullable<ReturnType<typeof pageReads>>>

function shownPage(
  { version, total: [found], rows }: PageFound,
  { storeId, user, language }: Pick<ReadContext<typeof profiles.query>, 'storeId' | 'user' | 'language'>,
  query: Page,
) {
  const names = profileNames.at(storeId, versionOf(version))
  if (!names || names.computes) return undefined
  const fields = names.fields[language]
  const closed = closedForMember(user.rights, fields, names.graph).segments
  const shown = { fields, sight: Sight.of(user), closed, withEmpty: false }
  const data = rows.map((row) =>
    profileAnswer(row, { labels: loadLabels(names, row.label_ids, { hidden: false }) }, shown),
  )
  const total_all = found?.live ?? 0
  return { ...pageAnswer(query, data, total_all, { most: MAX_WIDE_PAGE_SIZE }), total_capped: false, total_all }
}

/** Filters of a list in its address. */
const isNarrowed = ({ offset, limit, sort_by, sort_dir, ...filters }: ProfileAddress) =>
  Object.values(filters).some((value) => value !== undefined)

/** The list of profiles: its first pages in the order of their times at once, whatever else is asked for in the ordinary way. */
export const list = pipelinedRead(profiles.list, {
  reads: ({ storeId, query }) => (isNarrowed(query) ? undefined : pageReads(storeId, query)),
  trace: ({ storeId, query }, expected) => traceOf(storeId, query, expected),
  answer: (found, known) => shownPage(found, known, known.query),
  async staged(asked) {
    const { filter, ...page } = queryOfAddress(asked.query)
    return pageByWord(profiles.list, asked, filter, page)
  },
  fallback: anyList,
})

/** The same list as its screen asks for it. */
export const query = pipelinedRead(profiles.query, {
  reads: ({ storeId, body }) => (Object.keys(body.filter).length > 0 ? undefined : pageReads(storeId, body)),
  trace: ({ storeId, body }, expected) => traceOf(storeId, body, expected),
  answer: (found, known) => {
    const page = shownPage(found, known, known.body)
    return page && known.body.names === 'once' ? plainPage(page) : page
  },
  staged: async (asked, core) =>
    pageByWord(profiles.query, asked, asked.body.filter, asked.body) ?? pageByRule(asked, core),
  fallback: anyQuery,
})
