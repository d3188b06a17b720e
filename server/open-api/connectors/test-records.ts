import type { Language } from '@ruam/contract/errors/catalog.ts'
import { rolledBack } from '../../channels/inbox/dry-items.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { masked, type Value } from '../../customers/profiles/masking.ts'
import type { RecordOutcome } from '../../imports/connectors/record-results.ts'
import { type WrittenRecords, writeRecords } from '../../imports/connectors/write-records.ts'
import type { Core } from '../../platform/core/core.ts'
import { messageOf } from './view-letters.ts'

interface Tester {
  core: Core
  storeId: number
  language: Language
  /** True if the caller may see sensitive values. */
  unmasked: boolean
  /** Fields that the caller may read; values of those with `hidden` are masked. */
  fields: readonly (Field & { hidden: boolean })[]
}

/** Returns what items would do: runs the real code and rolls it back. Throws profile_locked during an import. */
export async function testRecords(
  { core, storeId, language, unmasked, fields }: Tester,
  connector: number,
  items: unknown[],
) {
  const written = await rolledBack(core, storeId, (client) =>
    writeRecords(
      core,
      client,
      storeId,
      connector,
      items.map((item, index) => ({ receiptId: 0, index, item })),
    ),
  )
  const shown = (values: Record<string, Value>) =>
    Object.fromEntries(
      fields
        .filter(({ name }) => Object.hasOwn(values, name))
        .map((field) => [field.name, field.hidden ? masked(field, values[field.name]!) : values[field.name]!]),
    )
  const byItem = Map.groupBy(written.outcomes, ({ row }) => row.of)
  const results = written.results.map(({ sensitive, ...result }, of) => {
    const rows = byItem.get(of)!
    const withheld = sensitive && !unmasked
    return {
      ...result,
      ...((result.status === 'added' || withheld) && { profile_id: null }),
      ...(withheld && { matched_by: null }),
      message: result.error === null ? null : messageOf(result.error, language),
      before: withheld ? {} : shown(Object.assign({}, ...rows.map(({ compared }) => compared.before))),
      after: withheld ? {} : shown(Object.assign({}, ...rows.map(({ compared }) => compared.after))),
      activities: rows.flatMap((row) => activityOf(written, row)),
    }
  })
  return { mapping_version: written.version, unmapped: written.unmapped.get(0) ?? [], results }
}

function activityOf({ activity: type }: WrittenRecords, { activity }: RecordOutcome) {
  if (!activity || !type) return []
  const fields = type.fields.flatMap(({ id, name }) => {
    const value = activity.fields[id]
    return value === undefined ? [] : [{ id, name, value }]
  })
  return [{ activity_id: type.id, name: type.name, activity_at: activity.at, fields }]
}
