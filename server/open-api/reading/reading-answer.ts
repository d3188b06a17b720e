import type { Language } from '@ruam/contract/errors/catalog.ts'
import { readableFields } from '../../customers/fields/access.ts'
import { computedValues } from '../../customers/fields/computed.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { closedToProgram, segmentGraph } from '../../customers/membership/closed-segments.ts'
import type { ProfileRow } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'
import type { ProgramCaller } from '../../http/programs.ts'
import { noteReads, readsLabels, viewFields, viewProfile } from './view.ts'

type WithLabels = ProfileRow & { label_ids: number[] }

/** Returns what shows profiles to a program, with the fields of the answer. */
export async function showingProfiles(db: Db, storeId: number, user: Omit<ProgramCaller, 'id'>, language: Language) {
  const all = await fieldsOf(db, storeId, language)
  const fields = readableFields(user, all)
  const labels = readsLabels(user) ? await openLabels(db, storeId, user, all) : undefined
  return {
    fields: viewFields(fields),
    async show(rows: readonly WithLabels[]) {
      if (rows.length > 0) noteReads(user, fields)
      const computed = await computedValues(
        db,
        storeId,
        rows.map(({ id }) => id),
        fields,
      )
      return rows.map((row) => {
        const own = labels?.filter(({ id }) => row.label_ids.includes(id))
        return viewProfile(row, { labels: own, computed: computed.get(row.id) }, fields, user.trace)
      })
    },
  }
}

async function openLabels(db: Db, storeId: number, user: Omit<ProgramCaller, 'id'>, fields: readonly Field[]) {
  const { segments } = closedToProgram(await segmentGraph(db, storeId), user, fields)
  const rows = db.selectFrom('label').select(['id', 'name']).where('store_id', '=', storeId)
  return (await rows.orderBy('name').orderBy('id').execute()).filter(({ id }) => !segments.has(id))
}
