import type { Bulk, BulkAction } from '@ruam/contract/customers/bulk.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import { fieldsOf } from '../fields/fields.ts'
import { existingLabels, refuseSegments } from '../labels/queries.ts'
import { closedFields, fieldClosed } from '../profiles/closed.ts'
import { readFilter } from '../profiles/list-conditions.ts'
import { readEdits } from '../profiles/read-edits.ts'
import { type Action, bulkPermission } from './request.ts'
import { allExist } from './targets.ts'

/**
 * Validates a requested bulk change against the caller's permissions and the store's data. Returns the action. Throws forbidden,
 * not_found for ids of other stores, and values_invalid.
 */
export async function readBulk(
  db: Db,
  storeId: number,
  user: Caller,
  { target, action }: Bulk,
  language: Language,
): Promise<Action> {
  const permission = bulkPermission(action.type)
  if (!may(user.rights, permission)) throw new ApiError('forbidden', { permission })
  // Deleted profiles can only be restored, one by one.
  if ('filter' in target) {
    if (target.filter.deleted) throw new ApiError('invalid_input', { fields: ['body.target.filter.deleted'] })
    await readFilter(db, storeId, user.rights, target.filter, 'body.target.filter')
  }
  if ('ids' in target && !(await allExist(db, storeId, target.ids))) throw new ApiError('not_found')
  return readAction(db, storeId, user, action, language)
}

async function readAction(
  db: Db,
  storeId: number,
  { rights }: Caller,
  action: BulkAction,
  language: Language,
): Promise<Action> {
  if (action.type === 'delete') return { type: 'delete' }
  if (action.type !== 'set_field') {
    const wanted = [...new Set(action.label_ids)]
    const label_ids = await existingLabels(db, storeId, wanted)
    if (label_ids.length < wanted.length) {
      await refuseSegments(db, storeId, wanted)
      throw new ApiError('not_found')
    }
    return { type: action.type, label_ids }
  }
  const { field_id, value } = action
  const fields = await fieldsOf(db, storeId, language)
  const field = fields.find(({ id }) => id === field_id)
  if (!field) throw new ApiError('not_found')
  if (closedFields(rights, [field]).size > 0) throw fieldClosed()
  // Profiles have all kinds of values now: none that is sent may pass as unchanged.
  const current = new Map([[field_id, value === null || value === '' ? '-' : null]])
  const options = { rights, language, timeZone: await timeZoneOf(db, storeId) }
  const read = readEdits([{ id: field_id, value }], fields, current, options)
  return { type: 'set_field', field_id, data_type: field.data_type, value: read.get(field_id) ?? null }
}
