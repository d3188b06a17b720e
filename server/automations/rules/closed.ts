import type { Definition } from '@ruam/contract/automations/definition.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { closedFieldsOf, closedToProgram, segmentGraph } from '../../customers/membership/closed-segments.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import { type Closed, closedForMember } from '../../customers/profiles/closed.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import { callerOf } from '../../open-api/webhooks/caller.ts'
import { readsOf, stepsOfKind } from './parts.ts'

// An automation that reads closed data tells of them by all that it does. Its people are shown like the members of a closed segment, the
// labels that it gives become closed, and it sets no values, writes no notes and tells programs nothing that they may not read.

/** People without the right to sensitive values. */
const everybody: Rights = { roles: [], permissions: [] }

const broadcastsIn = (reads: readonly string[]) =>
  reads.flatMap((key) => (key.startsWith('broadcast:') ? Number(key.slice('broadcast:'.length)) : []))

/** True if something closed is among what is read. */
function isClosedBy(reads: readonly string[], { fields, segments, broadcasts }: Closed): boolean {
  const keys = new Set([
    ...[...fields].map(dependency.field),
    ...[...segments].map(dependency.label),
    ...[...broadcasts].map(dependency.broadcast),
  ])
  return reads.some((key) => keys.has(key))
}

/** True if what is read is closed to a person. */
async function areReadsClosed(db: Db, storeId: number, rights: Rights, reads: readonly string[]): Promise<boolean> {
  if (maySeeSensitive(rights)) return false
  const graph = await segmentGraph(db, storeId, broadcastsIn(reads))
  return isClosedBy(reads, closedForMember(rights, await fieldsOf(db, storeId, 'th'), graph))
}

/** True if what a definition reads is closed to a person. */
export async function isDefinitionClosed(
  db: Db,
  storeId: number,
  rights: Rights,
  definition: Definition,
): Promise<boolean> {
  if (maySeeSensitive(rights)) return false
  const fields = await fieldsOf(db, storeId, 'th')
  return areReadsClosed(db, storeId, rights, readsOf(definition, new Map(fields.map((field) => [field.id, field]))))
}

/** True if a person may see who is, or was, on the way through an automation: by any of its versions. */
export async function maySeePeople(db: Db, storeId: number, id: number, rights: Rights): Promise<boolean> {
  const closed = await closedAutomations(db, storeId, rights, [id])
  return !closed.has(id)
}

/** Returns the automations whose people are closed to a person. */
export async function closedAutomations(
  db: Db,
  storeId: number,
  rights: Rights,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (maySeeSensitive(rights) || ids.length === 0) return new Set()
  const versions = await db
    .selectFrom('automation_version')
    .select(['automation_id', 'reads'])
    .where('store_id', '=', storeId)
    .where('automation_id', 'in', [...ids])
    .execute()
  const graph = await segmentGraph(db, storeId, broadcastsIn(versions.flatMap(({ reads }) => reads)))
  const closed = closedForMember(rights, await fieldsOf(db, storeId, 'th'), graph)
  return new Set(versions.flatMap((one) => (isClosedBy(one.reads, closed) ? one.automation_id : [])))
}

interface ClosedSteps {
  /** Labels that become closed. */
  labels: number[]
  /** Steps that would tell of closed data. */
  steps: { path: string; step: number }[]
}

/** Returns what a definition closes, and the steps that it may not have because of what it reads. */
export async function closedStepsOf(
  db: Db,
  storeId: number,
  definition: Definition,
  fields: ReadonlyMap<number, Field>,
): Promise<ClosedSteps> {
  const reads = readsOf(definition, fields)
  const graph = await segmentGraph(db, storeId, broadcastsIn(reads))
  const closed = closedForMember(everybody, [...fields.values()], graph)
  const isClosed = isClosedBy(reads, closed)
  const own = isClosed ? [...stepsOfKind(definition, 'value'), ...stepsOfKind(definition, 'note')] : []
  const placed = own.map(({ path, step }) => ({ path, step: step.id }))
  for (const { path, step } of stepsOfKind(definition, 'event')) {
    const program = await programOf(db, storeId, step.webhook_id)
    if (program && isClosedBy(reads, withFields(program, fields, graph))) placed.push({ path, step: step.id })
  }
  const labels = stepsOfKind(definition, 'label').map(({ step }) => step.label_id)
  return { labels: isClosed ? labels.filter((id) => !closed.segments.has(id)) : [], steps: placed }
}

async function programOf(db: Db, storeId: number, webhookId: number) {
  const webhook = await db
    .selectFrom('webhook')
    .select('credential_id')
    .where('store_id', '=', storeId)
    .where('id', '=', webhookId)
    .executeTakeFirst()
  return webhook && callerOf(db, storeId, webhook.credential_id)
}

function withFields(
  program: NonNullable<Awaited<ReturnType<typeof callerOf>>>,
  fields: ReadonlyMap<number, Field>,
  graph: Awaited<ReturnType<typeof segmentGraph>>,
): Closed {
  const all = [...fields.values()]
  return { ...closedToProgram(graph, program, all), fields: closedFieldsOf(program, all) }
}
