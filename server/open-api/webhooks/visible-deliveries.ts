import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { readableFields } from '../../customers/fields/access.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import type { ProgramCaller } from '../../http/programs.ts'
import { eventsOf } from '../changes/events.ts'
import { type ChangeCaller, readableTo } from '../changes/readable.ts'
import { programAt } from './caller.ts'
import { type DeliveryRow, deliveriesOf } from './queries.ts'

type Viewer = { kind: 'person'; rights: Rights } | ProgramCaller

/** A delivery with the customer that it was about. */
type VisibleDelivery = DeliveryRow & { profile_id: number | null }

/** True if the program reads a sensitive field. */
const readsSensitive = (program: ChangeCaller, fields: readonly Field[]): boolean =>
  readableFields(program, fields).some(({ sensitive }) => sensitive)

export const programReadsSensitive = async (db: Db, storeId: number, program: ChangeCaller): Promise<boolean> =>
  readsSensitive(program, await fieldsOf(db, storeId, 'en'))

/** True if the viewer may read all that the program of a webhook reads. */
function readsAllOf(viewer: Viewer, program: ChangeCaller, fields: readonly Field[]): boolean {
  if (viewer.kind === 'person') return maySeeSensitive(viewer.rights) || !readsSensitive(program, fields)
  const own = new Set(readableFields(viewer, fields))
  return (
    program.scopes.every((scope) => viewer.scopes.includes(scope)) &&
    readableFields(program, fields).every((field) => own.has(field))
  )
}

/**
 * Returns the deliveries of a webhook whose events its program may still read; undefined for viewers who may not read all that it reads. A
 * list with gaps would tell them of changes in closed fields.
 */
export async function visibleDeliveries(
  db: Db,
  storeId: number,
  viewer: Viewer,
  webhook: { id: number; credential_id: number },
): Promise<VisibleDelivery[] | undefined> {
  const program = await programAt(db, storeId, webhook.credential_id)
  if (!program) return undefined
  const isOwn = viewer.kind === 'program' && viewer.id === webhook.credential_id
  if (!isOwn && !readsAllOf(viewer, program, await fieldsOf(db, storeId, 'en'))) return undefined
  const deliveries = await deliveriesOf(db, storeId, webhook.id)
  const events = await eventsOf(db, storeId, await readableTo(db, storeId, program, webhook.id), deliveries)
  const found = new Map(events.map((event) => [`${event.id} ${event.nth}`, event.profile_id]))
  return deliveries.flatMap((delivery) => {
    const profile_id = found.get(`${delivery.change_id} ${delivery.nth}`)
    return profile_id === undefined ? [] : { ...delivery, profile_id }
  })
}
