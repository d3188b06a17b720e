import type { ProfileFilter, ProfileOrder } from '@ruam/contract/customers/profiles.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import type { exports } from '@ruam/contract/reports/exports.ts'
import type { RawBuilder } from 'kysely'
import { inInstants } from '../../access/stores/range-days.ts'
import { refuseClosedPeople } from '../../broadcasts/audience/closed-target.ts'
import { findBroadcast } from '../../broadcasts/records/queries.ts'
import { isChannel } from '../../channels/accounts/queries.ts'
import { allExist } from '../../customers/bulk/targets.ts'
import { activityTypeOf } from '../../customers/fields/activity-types.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { closedTo } from '../../customers/profiles/closed.ts'
import { readFilter } from '../../customers/profiles/list-conditions.ts'
import { listOrder } from '../../customers/profiles/list-sort.ts'
import type { Db } from '../../database/db.ts'
import type { Context } from '../../http/handler.ts'
import { findRequestedRun } from '../../imports/data-sources/runs.ts'
import { activityColumnIds } from './activity-table.ts'
import type { NewFile } from './begin.ts'
import { listFiles } from './list-table.ts'
import { profileColumnIds } from './profile-columns.ts'

/** Permission to export personal links: the one to link customers. */
const LINK_RIGHT = 'cdp-core.profile.edit' as const
const SENSITIVE_RIGHT = 'cdp-core.profile-sensitive.read' as const

const letters = { th: 'จดหมาย ', en: 'Letters ' } as const

type ProfileRequest = Pick<Context<typeof exports.create>, 'db' | 'storeId' | 'user' | 'body' | 'language' | 'fail'>

const titles = {
  all: { th: 'ลูกค้าทั้งหมด', en: 'All customers' },
  filter: { th: 'ลูกค้าตามตัวกรอง', en: 'Filtered customers' },
  chosen: { th: 'ลูกค้าที่เลือก', en: 'Chosen customers' },
} as const

/** Validates a requested export of customers or activities. Throws invalid_input, not_found and forbidden. */
export async function readProfileExport(asking: ProfileRequest): Promise<NewFile> {
  const { db, storeId, user, body, language, fail } = asking
  const { type, file_type, columns, filter, profile_ids, activity_id, line_link, order } = body
  const { purpose, sensitive_reason: reason, with_empty } = body
  if (filter && profile_ids) throw fail('invalid_input', { fields: ['body.profile_ids'] })
  if (line_link && type !== 'profile') throw fail('invalid_input', { fields: ['body.line_link'] })
  if (line_link && !may(user.rights, LINK_RIGHT)) throw fail('forbidden', { permission: LINK_RIGHT })
  if ((type === 'activity') !== (activity_id !== undefined))
    throw fail('invalid_input', { fields: ['body.activity_id'] })
  if (purpose && type !== 'profile') throw fail('invalid_input', { fields: ['body.purpose'] })
  if (reason !== undefined && !purpose) throw fail('invalid_input', { fields: ['body.sensitive_reason'] })
  if (with_empty !== undefined && !purpose) throw fail('invalid_input', { fields: ['body.with_empty'] })
  if (reason !== undefined && !may(user.rights, SENSITIVE_RIGHT))
    throw fail('forbidden', { permission: SENSITIVE_RIGHT })
  if (order && type !== 'profile') throw fail('invalid_input', { fields: ['body.order'] })
  if (order && !(await orderOfFile(asking, order))) throw fail('invalid_input', { fields: ['body.order.sort_by'] })
  if (filter) await readFilter(db, storeId, user.rights, filter, 'body.filter')
  const ids = profile_ids && [...new Set(profile_ids)]
  if (ids && !(await allExist(db, storeId, ids))) throw fail('not_found')
  const activity = activity_id === undefined ? undefined : await activityTypeOf(db, storeId, activity_id, language)
  if (activity_id !== undefined && !activity) throw fail('not_found')
  const known = activity
    ? activityColumnIds(activity.fields)
    : profileColumnIds(columns ? await fieldsOf(db, storeId, language) : [], purpose)
  if (columns?.some((column) => !known.includes(column))) throw fail('invalid_input', { fields: ['body.columns'] })
  return {
    request: {
      type,
      file_type,
      language,
      ...(columns && { columns }),
      ...(line_link && { line_link: true as const }),
      ...(purpose && { purpose }),
      ...(reason !== undefined && { sensitive: true as const }),
      ...(with_empty && { with_empty: true as const }),
      ...(filter && { filter }),
      ...(order && { order }),
      ...(ids && { chosen: true as const }),
      ...(activity && { activity_id: activity.id }),
    },
    rights: [
      'cdp-core.profile.read',
      ...(filter?.deleted ? (['cdp-core.profile.delete'] as const) : []),
      ...(line_link ? ([LINK_RIGHT] as const) : []),
      ...(reason === undefined ? [] : ([SENSITIVE_RIGHT] as const)),
    ],
    details: {
      ...(purpose && { purpose, sensitive: reason !== undefined }),
      ...(reason !== undefined && { reason }),
    },
    what:
      activity?.name ??
      `${purpose === 'letters' ? letters[language] : ''}${await whoOf(db, storeId, filter, ids, language)}`,
    ...(ids && { ids }),
  }
}

/** Order of a file; undefined if the store has no such column. Throws if it would reveal a closed field. */
export async function orderOfFile(
  { db, storeId, user, language }: Pick<ProfileRequest, 'db' | 'storeId' | 'user' | 'language'>,
  order: ProfileOrder,
): Promise<RawBuilder<unknown> | undefined> {
  const closed = await closedTo(db, storeId, user.rights)
  return listOrder(db, storeId, order, { fields: await fieldsOf(db, storeId, language), closed })
}

/** Customers of a file; named after a single label or segment. */
async function whoOf(
  db: Db,
  storeId: number,
  filter: ProfileFilter | undefined,
  ids: readonly number[] | undefined,
  language: Language,
): Promise<string> {
  if (ids) return titles.chosen[language]
  const rules = filter?.rule?.rules ?? []
  const [rule] = rules
  const labels = rules.length === 1 && rule && 'label_ids' in rule && rule.operator === 'has_any' ? rule.label_ids : []
  if (labels.length === 1 && !filter?.keyword && !filter?.deleted) {
    const label = db.selectFrom('label').select('name').where('store_id', '=', storeId).where('id', '=', labels[0]!)
    const found = await label.executeTakeFirst()
    if (found) return found.name
  }
  return titles[filter && (filter.keyword || filter.deleted || rules.length > 0) ? 'filter' : 'all'][language]
}

type HistoryRequest = Pick<Context<typeof exports.previewHistory>, 'db' | 'storeId' | 'body' | 'language' | 'fail'>

/** Validates a requested export of a run's rows. Throws not_found. */
export async function readHistoryExport({ db, storeId, body, language, fail }: HistoryRequest): Promise<NewFile> {
  const { datasource_id, run_id, status, file_type } = body
  const source = await db
    .selectFrom('data_source')
    .select('name')
    .where('store_id', '=', storeId)
    .where('id', '=', datasource_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const run = source && (await findRequestedRun(db, storeId, datasource_id, run_id))
  if (!run) throw fail('not_found')
  return {
    request: { type: 'preview_history', file_type, language, run: { id: run.id, status } },
    rights: ['cdp-core.datasource.read'],
    what: source.name,
  }
}

type ListRequest = Pick<Context<typeof exports.createList>, 'db' | 'storeId' | 'user' | 'body' | 'language' | 'fail'>

/** Validates a requested export of another list. Throws forbidden and range_reversed. */
export async function readListExport({ db, storeId, user, body, language, fail }: ListRequest): Promise<NewFile> {
  const { type, file_type } = body
  const { right, title } = listFiles[type]
  if (!may(user.rights, right)) throw fail('forbidden', { permission: right })
  const broadcastId = body.filter?.broadcast_id
  const broadcast = broadcastId === undefined ? undefined : await findBroadcast(db, storeId, broadcastId)
  if (broadcastId !== undefined && !broadcast) throw fail('not_found')
  if (broadcast) await refuseClosedPeople(db, storeId, user.rights, broadcast.target)
  const channelId = body.filter?.channel_id
  if (channelId !== undefined && !(await isChannel(db, storeId, channelId))) throw fail('not_found')
  const narrowed = body.filter && (await inInstants(db, storeId, body.filter))
  const { from, to } = narrowed ?? {}
  if (from && to && Date.parse(from) > Date.parse(to)) throw fail('range_reversed')
  return {
    request: { type, file_type, language, ...(narrowed && { narrowed }) },
    rights: [right],
    what: title[language],
  }
}
