import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Field } from '../../customers/fields/fields.ts'
import type { RecordOutcome } from '../../ingest/connectors/record-results.ts'
import { type WrittenRecords, writeConnectorRecords } from '../../ingest/connectors/write-records.ts'
import { isAboutErased } from '../../ingest/items/stored-result.ts'
import { rolledBack } from '../../ingest/receipts/dry-items.ts'
import type { Core } from '../../servers/core.ts'
import type { ResultReader } from '../sending/result-reader.ts'
import { isOpenField, viewDryResult } from '../sending/view-results.ts'

interface Tester {
  core: Core
  storeId: number
  language: Language
  reader: ResultReader
  fields: readonly Field[]
  /** True if the tester may record consents. */
  recordsConsents: boolean
}

/**
 * Returns what items would do: runs the real code and rolls it back. `forgotten`: one is about an erased person. Throws profile_locked during
 * an import.
 */
export async function testRecords(
  { core, storeId, language, reader, fields, recordsConsents }: Tester,
  connector: number,
  items: unknown[],
) {
  const lists = {
    reads: fields.flatMap(({ id }) => (reader.field(id) ? [id] : [])),
    ...(recordsConsents && { consents: true as const }),
  }
  const written = await rolledBack(core, storeId, (client) =>
    writeConnectorRecords(
      core,
      client,
      storeId,
      connector,
      items.map((item, index) => ({ receiptId: 0, index, item, lists })),
    ),
  )
  const byItem = Map.groupBy(written.outcomes, ({ row }) => row.of)
  const results = written.results.map((result, of) => {
    const rows = byItem.get(of)!
    const compared = {
      before: Object.assign({}, ...rows.map(({ compared }) => compared.before)),
      after: Object.assign({}, ...rows.map(({ compared }) => compared.after)),
    }
    return {
      ...viewDryResult(reader, result, compared, fields, language),
      activities: rows.flatMap((row) =>
        activityOf(written, isOpenField(reader, result) ? row.activity : row.ownActivity),
      ),
    }
  })
  const tested = { mapping_version: written.version, unmapped: written.unmapped.get(0) ?? [], results }
  return { tested, forgotten: written.results.some(isAboutErased) }
}

function activityOf({ activity: type }: WrittenRecords, activity: RecordOutcome['activity']) {
  if (!activity || !type) return []
  const fields = type.fields.flatMap(({ id, name }) => {
    const value = activity.fields[id]
    return value === undefined ? [] : [{ id, name, value }]
  })
  return [{ activity_id: type.id, name: type.name, activity_at: activity.at, fields }]
}
