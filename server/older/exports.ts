import { olderExports } from '@ruam/contract/older/exports.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import type { exports } from '@ruam/contract/reports/exports.ts'
import type { Context } from '../http/handler.ts'
import { exportAnswer } from '../reports/exports/begin.ts'
import { lockOwnExports } from '../reports/exports/queries.ts'
import { removeExports, stopExports } from '../reports/exports/remove.ts'
import { exportCalls } from '../reports/exports/routes.ts'
import { implementOlder } from './implement-older.ts'

type Body = Context<typeof olderExports.create>['body']
type ListBody = Context<typeof exports.createList>['body']

const isList = (body: Body): body is ListBody => body.type !== 'profile' && body.type !== 'activity'

const READ = 'cdp-core.profile.read'

export const olderExportRoutes = implementOlder(olderExports, {
  list: exportCalls.list,

  create({ body, ...context }) {
    if (isList(body)) return exportCalls.createList({ ...context, body })
    if (!may(context.user.rights, READ)) throw context.fail('forbidden', { permission: READ })
    return exportCalls.create({ ...context, body })
  },

  async cancel({ db, storeId, user, language, body: { export_ids }, fail, audit }) {
    const ids = await lockOwnExports(db, storeId, user.id, export_ids)
    if (ids.length < new Set(export_ids).size) throw fail('not_found')
    if ((await stopExports(db, storeId, ids)) === 0) throw fail('export_over')
    await audit('export', ids[0]!, { files: ids.length })
    const data = []
    for (const id of ids) data.push(await exportAnswer(db, storeId, id, language))
    return { data }
  },

  async remove({ core, db, storeId, user, query: { export_ids }, fail, audit }) {
    if (export_ids && (await lockOwnExports(db, storeId, user.id, export_ids)).length < new Set(export_ids).size)
      throw fail('not_found')
    await removeExports(core, db, storeId, user, audit, export_ids)
  },
})
