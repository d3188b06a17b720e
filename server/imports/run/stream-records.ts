import type { Language } from '@ruam/contract/errors/catalog.ts'
import { MappingRow } from '@ruam/contract/imports/mapping.ts'
import type { RunRecord } from '@ruam/contract/imports/run-records.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { closedTo } from '../../customers/profiles/closed.ts'
import { Sight } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import type { Storage } from '../../storage/storage.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { targetsOf } from '../data-sources/targets.ts'
import { planOf } from './plan.ts'
import type { RecordRow } from './record-queries.ts'
import { viewRecords } from './records.ts'

interface Viewer {
  db: Db
  storage: Storage
  storeId: number
  user: Pick<Caller, 'rights' | 'trace'>
  language: Language
}

/** Puts together records of a stream in all fields of the store. Its items are not kept, so they show only what they did. */
export async function streamRecords(
  { db, storage, storeId, user, language }: Viewer,
  run: RunRow,
  records: RecordRow[],
): Promise<RunRecord[]> {
  const mapping = (await fieldsOf(db, storeId, language)).map(({ id, type }) =>
    MappingRow.parse({
      ...{ source_schema_id: '1', destination_id: id },
      destination_type: type === 'system_profile' ? type : 'custom_profile',
    }),
  )
  const targets = await targetsOf(db, storeId, run.mapping, 0, language)
  return viewRecords(db, storage, storeId, run, records, {
    plan: planOf({ ...run.mapping, mapping }, targets),
    file: null,
    reading: { timeZone: await timeZoneOf(db, storeId), columns: [], today: run.created_at.slice(0, 10) },
    language,
    sight: Sight.of(user),
    closed: (await closedTo(db, storeId, user.rights)).segments,
    hidden: new Set(),
  })
}
