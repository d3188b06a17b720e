import { EXPORT_LINK_SECONDS, exports } from '@ruam/contract/reports/exports.ts'
import { sql } from 'kysely'
import { audit } from '../../platform/core/audit.ts'
import { cameFrom } from '../../platform/core/came-from.ts'
import { inStore } from '../../platform/core/db.ts'
import { implement } from '../../platform/core/implement.ts'
import { pageAnswer } from '../../platform/core/page.ts'
import { clearJob, stopJobs } from '../../platform/jobs/queries.ts'
import { fileDetails } from './audit-export.ts'
import { beginExport, shownExport } from './begin.ts'
import { readHistoryExport } from './history-export.ts'
import { exportWorks } from './jobs.ts'
import { insertLink, spendLink, storeOfToken } from './links.ts'
import { readListExport } from './list-export.ts'
import { readProfileExport } from './profile-export.ts'
import { publishExport } from './publish-export.ts'
import { deleteOwn, findOwn, listOwn } from './queries.ts'
import { heldBy, viewExport } from './view.ts'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
const { forget } = exportWorks.export

export const exportRoutes = implement(exports, {
  async create(context) {
    return beginExport(context, await readProfileExport(context))
  },

  async previewHistory(context) {
    return beginExport(context, await readHistoryExport(context))
  },

  async createList(context) {
    return beginExport(context, await readListExport(context))
  },

  async list({ db, storeId, query, user, language }) {
    const { data, total } = await listOwn(db, storeId, user.id, heldBy(user.rights), query)
    return pageAnswer(
      query,
      data.map((row) => viewExport(row, language)),
      total,
    )
  },

  async cancel({ db, storeId, params: { id }, user, language, fail, audit }) {
    if (!(await findOwn(db, storeId, user.id, heldBy(user.rights), id))) throw fail('not_found')
    const [stopped] = await stopJobs(db, storeId, [id])
    if (!stopped) throw fail('export_over')
    await clearJob(db, storeId, id, forget)
    await publishExport(db, storeId, stopped)
    await audit('export', id)
    return shownExport(db, storeId, id, language)
  },

  async clear({ core, db, storeId, user, audit }) {
    const gone = await deleteOwn(db, storeId, user.id)
    if (gone.length === 0) return
    const ids = gone.map(({ id }) => id)
    for (const stopped of await stopJobs(db, storeId, ids)) {
      await clearJob(db, storeId, stopped.id, forget)
      await publishExport(db, storeId, stopped)
    }
    const keys = gone.flatMap(({ storage_key }) => storage_key ?? [])
    if (keys.length > 0) await core.jobs.enqueue(db, 'file-remove', { keys })
    await audit('export', user.id, { files: ids.length })
  },

  async link({ db, storeId, params: { id }, user, fail }) {
    const item = await findOwn(db, storeId, user.id, heldBy(user.rights), id)
    if (item?.status !== 'completed' || !item.storage_key) throw fail('not_found')
    const token = await insertLink(db, storeId, user.sessionId, id)
    return { url: `/api/export/download/${token}`, expires_in: EXPORT_LINK_SECONDS }
  },

  async download({ core, params: { token }, request, fail }) {
    const storeId = storeOfToken(token)
    // A look at it alone spends no link.
    if (storeId === undefined || request.method === 'HEAD') throw fail('not_found')
    const item = await inStore(core.pool, storeId, async (db) => {
      const found = await spendLink(db, storeId, token)
      if (!found) return undefined
      await sql.raw(cameFrom(request)).execute(db)
      const entry = {
        action: exports.download.audit,
        subject_type: 'export',
        subject_id: found.id,
        details: fileDetails(found),
      } as const
      await audit(db, storeId, { kind: 'person', id: found.user_id }, request.id, entry)
      return found
    })
    const key = item?.storage_key
    // A file that is gone, or was cut, on the disk is none.
    const size = key ? await core.storage.size(key).catch(() => -1) : -1
    if (!item || !key || size !== item.size) throw fail('not_found')
    return {
      file_name: item.file_name,
      content_type: contentTypes[item.file_type],
      content: core.storage.read(key),
      size,
    }
  },
})
