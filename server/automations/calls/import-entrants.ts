import type { Definition } from '@ruam/contract/automations/definition.ts'
import { automationImports } from '@ruam/contract/automations/imports.ts'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import type { Db } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import { isActivityRow } from '../../imports/data-sources/targets.ts'
import { versionsInUse } from '../records/versions.ts'
import { stepsOfKind } from '../rules/parts.ts'

export const automationImportRoutes = implement(automationImports, {
  async entrants({ db, storeId, params: { run_id } }) {
    const run = await previewOf(db, storeId, run_id)
    const versions = (await versionsInUse(db, storeId)).filter(
      ({ status, definition }) => status === 'active' && definition.imports,
    )
    const segments = await dependenciesOfSegments(db, storeId)
    const data = versions.flatMap(({ automation_id, name, definition }) => {
      const at_most = mostOf(definition, run, segments)
      const sends = stepsOfKind(definition, 'message').length > 0
      return at_most > 0 ? [{ automation_id, name, at_most, sends }] : []
    })
    return { data }
  },
})

interface Preview {
  data_source_id: number
  mapping: MappingBody
  added: number
  updated: number
  activities: number
}

async function previewOf(db: Db, storeId: number, runId: string): Promise<Preview> {
  const run = await db
    .selectFrom('run')
    .select(['data_source_id', 'mapping', 'added', 'updated', 'activities'])
    .where('store_id', '=', storeId)
    .where('run_id', '=', runId)
    .where('kind', '<>', 'stream')
    .executeTakeFirst()
  if (!run) throw new ApiError('not_found')
  return run
}

type Segments = ReadonlyMap<number, readonly string[]>

/** Dependencies of segments. */
async function dependenciesOfSegments(db: Db, storeId: number): Promise<Segments> {
  const { rows } = await sql<{ id: number; reads: string[] }>`
    select label_id as id, reads from segment where store_id = ${storeId}`.execute(db)
  return new Map(rows.map(({ id, reads }) => [id, reads]))
}

/** Returns the customers of a run who may enter: those with what starts an automation. */
function mostOf({ trigger }: Definition, run: Preview, segments: Segments): number {
  if (trigger?.kind === 'activity') return trigger.activity_type_id === run.mapping.activity_id ? run.activities : 0
  if (trigger?.kind !== 'segment_entered' && trigger?.kind !== 'segment_left') return 0
  if (!segments.has(trigger.segment_id)) return 0
  const changed = dependsOn(segments, trigger.segment_id, writtenBy(run)) ? run.updated : 0
  return trigger.kind === 'segment_entered' ? run.added + changed : changed
}

/** True if a segment depends on what is written, through segments to any depth. */
function dependsOn(segments: Segments, id: number, isWritten: (key: string) => boolean): boolean {
  const ofLabel = (key: string) => (key.startsWith('label:') ? Number(key.slice('label:'.length)) : 0)
  return (segments.get(id) ?? []).some((key) => isWritten(key) || dependsOn(segments, ofLabel(key), isWritten))
}

/** Returns the test for dependencies that a run writes. Labels that rows name, and consents, may be any. */
function writtenBy({ data_source_id, mapping, activities }: Preview): (key: string) => boolean {
  const { activity_id, row_labels, consents } = mapping
  const keys = new Set([
    ...mapping.mapping.flatMap((row) => (isActivityRow(row) ? [] : dependency.field(row.destination_id))),
    ...mapping.labels.map(dependency.label),
    ...(activity_id !== null && activities > 0 ? [dependency.activity(activity_id)] : []),
    dependency.source(data_source_id),
    dependency.updated,
  ])
  const anyOf = [...(row_labels.columns.length > 0 ? ['label:'] : []), ...(consents.length > 0 ? ['consent:'] : [])]
  return (key) => keys.has(key) || anyOf.some((start) => key.startsWith(start))
}
