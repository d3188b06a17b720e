import { rowsOf } from '@ruam/contract/platform/common.ts'
import { may, type Permission } from '@ruam/contract/platform/permissions.ts'
import type { watches } from '@ruam/contract/watches/watches.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { findFile } from '../../formats/files/queries.ts'
import type { Handlers } from '../../http/implement.ts'
import { sendFile } from '../../imports/data-sources/send-file.ts'
import { filesOf, setWatch, storedWatch } from '../files/queries.ts'
import { decideFile } from '../files/write.ts'
import { lockedWatch, watchAnswer } from './locked-watch.ts'
import { mappingForWatch, refuseSensitiveFile } from './mapping.ts'
import { viewFile, visibilityFor } from './view.ts'

const CHANGES: Permission = 'cdp-core.datasource.edit'

interface FileAddress {
  id: number
  file_id: number
}

/** Files of a watch. Contents that a restore remembers are none. */
const namedFiles = (db: Db, storeId: number, watchId: number) =>
  filesOf(db, storeId).where('watch_file.watch_id', '=', watchId).where('watch_file.name', '<>', '')

/** The file that an address names. Throws not_found. */
async function fileOf(db: Db, storeId: number, { id, file_id }: FileAddress) {
  const file = await namedFiles(db, storeId, id).where('watch_file.id', '=', file_id).executeTakeFirst()
  if (!file) throw new ApiError('not_found')
  return file
}

/** The calls of the files of a watch. */
export const watchFileCalls = {
  async files({ db, storeId, params: { id }, query, language }) {
    const as = await visibilityFor(db, storeId, await storedWatch(db, storeId, id), language)
    const rows = namedFiles(db, storeId, id)
    const data = await rows.orderBy('watch_file.id', 'desc').offset(query.offset).limit(rowsOf(query.limit)).execute()
    const { total } = await rows.clearSelect().select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
    const order = { sort_by: 'arrived_at', sort_dir: 'desc' } as const
    return pageAnswer(
      { ...query, ...order },
      data.map((file) => viewFile(file, as)),
      total,
    )
  },

  async file({ db, storeId, params, language }) {
    const as = await visibilityFor(db, storeId, await storedWatch(db, storeId, params.id), language)
    return viewFile(await fileOf(db, storeId, params), as)
  },

  async downloadFile({ core, db, storeId, user, params, language, fail, audit }) {
    await storedWatch(db, storeId, params.id)
    const { data_source_id, file_id } = await fileOf(db, storeId, params)
    const file = file_id === null ? undefined : await findFile(db, storeId, file_id)
    if (!file) throw fail('not_found')
    const { download, details } = await sendFile({ core, db, storeId, user, language }, file)
    await audit('data_source', data_source_id, { ...details, watch: params.id, file: params.file_id })
    return download
  },

  async decide({ db, storeId, user, params, body, language, fail, stale, audit }) {
    const { id, file_id } = params
    const row = await lockedWatch(db, storeId, id)
    const file = await fileOf(db, storeId, params)
    const { decision, confirm_withdrawals, terms, origin_time } = body
    if (terms && !may(user.rights, CHANGES)) throw new ApiError('forbidden', { permission: CHANGES })
    if (file.status !== 'waiting') throw fail('watch_state')
    if (terms && row.updated_at !== origin_time) throw stale(await watchAnswer(db, storeId, id, language))
    const reader = { db, storeId, user, language }
    if (decision === 'import') {
      // A member imports by hand what they may see alone: here too.
      await mappingForWatch(reader, row.data_source_id, row.mapping)
      await refuseSensitiveFile(reader, row.mapping, file.file_id)
      if (file.questions.includes('withdrawals') && !confirm_withdrawals) throw fail('withdrawals_unconfirmed')
    }
    await decideFile(db, storeId, id, file_id, { decision, confirmed: confirm_withdrawals, decided_by: user.id })
    const next = row.status === 'active' && { next_look_at: sql<string>`clock_timestamp()` }
    if (terms || next) await setWatch(db, storeId, id, { ...(terms && { terms: JSON.stringify(terms) }), ...next })
    const details = { watch: id, file: file_id, decision, ...(terms && { terms: true }) }
    await audit('data_source', row.data_source_id, details)
    return viewFile(await fileOf(db, storeId, params), await visibilityFor(db, storeId, row, language))
  },
} satisfies Partial<Handlers<typeof watches>>
