import type { Language } from '@ruam/contract/errors/catalog.ts'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { wordAccounts } from '../../channels/line-link/queries.ts'
import { personalWordSql, type Signer, wordUrl } from '../../channels/line-link/words.ts'
import { databaseNow } from '../../core/now.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { closedTo, fieldClosed, isRuleClosed } from '../../customers/profiles/closed.ts'
import { listOrder } from '../../customers/profiles/list-sort.ts'
import { type Db, onConnection } from '../../database/db.ts'
import { inKeyOrder } from '../../database/plans.ts'
import { exportedColumns } from '../../formats/files/exported-columns.ts'
import type { SelectedColumn } from './cells.ts'
import { inBlocksOfIds } from './copy-out.ts'
import { emptyColumns, withAddress } from './empty-columns.ts'
import type { ExportTable } from './export-file.ts'
import { labelNames, labelNamesOf } from './label-names.ts'
import { settlePeople } from './people.ts'
import { profileColumns } from './profile-columns.ts'
import type { ReadTable } from './read-table.ts'
import { recordPeople, tracePeople } from './trace-export.ts'

const noRights = { roles: [], permissions: [] }

const sheets = { th: 'ลูกค้า', en: 'Customers' } as const

/** Customers, a row each. */
export const profileTable: ReadTable = async (client, asked): Promise<ExportTable> => {
  const { storeId, job, request, rights, style, secretKey } = asked
  const db = onConnection(client)
  const fields = await fieldsOf(db, storeId, request.language)
  const found = profileColumns(fields, request, rights, style)
  const { labels, sensitive } = found
  const rule = request.filter?.rule
  // A field may have been closed since the export began.
  if (rule && (await isRuleClosed(db, storeId, rights, rule))) throw fieldClosed()
  const closed = (await closedTo(db, storeId, rights)).segments
  const toOthers = (await closedTo(db, storeId, noRights)).segments
  const needsRight =
    sensitive ||
    (labels && toOthers.size > closed.size) ||
    (rule !== undefined && (await isRuleClosed(db, storeId, noRights, rule)))
  const order =
    request.order &&
    (await listOrder(db, storeId, request.order, { fields, closed: await closedTo(db, storeId, rights) }))
  const people = await settlePeople(db, storeId, job, request, order)
  if (sensitive) await tracePeople(db, asked, found.fields, people.ids(0))
  const columns = await filledColumns(found, (each) =>
    request.purpose === 'excel' && !request.with_empty && !request.columns
      ? emptyColumns(db, storeId, each, people.chosen?.(sql`profile.id`) ?? sql`true`)
      : undefined,
  )
  if (request.line_link) columns.push(await lineLinkColumn(db, { storeId, secretKey }, request.language))
  const names = labels ? await labelNames(db, storeId, closed) : undefined
  const reached = request.purpose === 'letters' && !request.with_empty ? withAddress : sql`true`
  await recordPeople(
    db,
    asked,
    found.fields,
    sql`select profile.id from profile where profile.store_id = ${storeId} and profile.id in (${people.ids(0)}) and ${reached}`,
  )
  await inKeyOrder(db)
  return {
    sheet: sheets[request.language],
    columns,
    total: people.total,
    rights: [
      'cdp-core.profile.read',
      ...(request.filter?.deleted ? (['cdp-core.profile.delete'] as const) : []),
      ...(request.line_link ? (['cdp-core.profile.edit'] as const) : []),
      ...(needsRight ? (['cdp-core.profile-sensitive.read'] as const) : []),
    ],
    rows: inBlocksOfIds(client as pg.ClientBase, style.format, {
      ids: people.places,
      rows(after, last) {
        const within = (id: RawBuilder<unknown>) => people.block(id, after, last)
        const gone = people.chosen
          ? sql`true`
          : sql`profile.deleted_at is null and profile.merged_into is null and profile.restricted_at is null`
        return sql`${names ? sql`with ${labelNamesOf(storeId, names, within(sql`l.profile_id`))}` : sql``}
          select ${sql.join(columns.map(({ cell }) => cell))} from profile
          where profile.store_id = ${storeId} and ${within(sql`profile.id`)} and ${gone} and ${reached} order by ${people.order}`
      },
    }),
  }
}

/** Columns without those that are empty in every row. */
async function filledColumns(
  { columns, told }: ReturnType<typeof profileColumns>,
  look: (fields: readonly (Field | undefined)[]) => Promise<boolean[]> | undefined,
): Promise<SelectedColumn[]> {
  const empty = await look(told)
  const filled = columns.filter((_, place) => !empty?.[place])
  return filled.length > 0 ? filled : columns.slice(0, 1)
}

/** The column of personal links to the store's first LINE account; empty in a store without one. */
async function lineLinkColumn(db: Db, signer: Signer, language: Language): Promise<SelectedColumn> {
  const [account] = await wordAccounts(db, signer.storeId)
  const word = account && personalWordSql(signer, account.id, databaseNow(), sql`profile.id`)
  const cell = account && word ? sql`${sql.lit(wordUrl(account.basic_id, ''))} || ${word}` : sql`null::text`
  return { header: exportedColumns.lineLink[language], type: 'text', cell }
}
