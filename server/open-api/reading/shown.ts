import type { Language } from '@ruam/contract/errors/catalog.ts'
import { readableFields } from '../../customers/fields/access.ts'
import { computedValues } from '../../customers/fields/computed.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import type { ProfileRow } from '../../customers/profiles/queries.ts'
import type { Db } from '../../platform/core/db.ts'
import type { ProgramCaller } from '../../platform/core/programs.ts'
import { noteReads, readsLabels, viewFields, viewProfile } from './view.ts'

type WithLabels = ProfileRow & { label_ids: number[] }

/** Returns what shows profiles to a program, with the fields of the answer. */
export async function showingProfiles(db: Db, storeId: number, user: Omit<ProgramCaller, 'id'>, language: Language) {
  const fields = readableFields(user, await fieldsOf(db, storeId, language))
  const labels = readsLabels(user) ? await labelNames(db, storeId) : undefined
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

const labelNames = (db: Db, storeId: number) =>
  db.selectFrom('label').select(['id', 'name']).where('store_id', '=', storeId).orderBy('name').orderBy('id').execute()
