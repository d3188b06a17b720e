import { type ChangeType, changeTypeNames, changeTypes } from '@ruam/contract/open-api/changes.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { readableFields, sourceOf } from '../../customers/fields/access.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { closedToProgram, segmentGraph } from '../../customers/membership/closed-segments.ts'
import type { Db } from '../../database/db.ts'
import type { ProgramCaller } from '../../http/programs.ts'
import { broadcastIds } from '../reading/queries.ts'

/** Parts of the stream that a program may read. */
export interface Readable {
  types: ChangeType[]
  /** Names of readable fields by the column or the id that a change names. A computed field changes with its source. */
  names: ReadonlyMap<string, readonly string[]>
  /** Versions of automations as `automation version`. */
  closed: { segments: number[]; broadcasts: number[]; versions: string[] }
  /** Webhook that steps of automations may name; null for a reader without one. */
  webhook: number | null
}

/** Calls with which a token reads what an event of the scope is about. */
const callOf: Partial<Record<Scope, string>> = {
  'profile:read': 'GET /open-api/v1/profiles',
  'label:read': 'GET /open-api/v1/labels',
  'segment:read': 'GET /open-api/v1/segments/{id}/members',
  'activity:read': 'GET /open-api/v1/profiles/{id}/activities',
  'broadcast:read': 'GET /open-api/v1/broadcasts',
}

/** The caller's part of who reads. */
export type ChangeCaller = Omit<ProgramCaller, 'id' | 'used' | 'trace'>

/** True if the caller reads what events of the scope are about. */
export const hasScope = ({ scopes, calls }: ChangeCaller, scope: Scope): boolean =>
  calls ? calls.includes(callOf[scope]!) : scopes.includes(scope)

/** Returns what a program may read of the stream now. Lists of fields and rules may have changed since the changes. */
export async function readableTo(
  db: Db,
  storeId: number,
  user: ChangeCaller,
  webhook: number | null = null,
): Promise<Readable> {
  const fields = await fieldsOf(db, storeId, 'en')
  const graph = await segmentGraph(db, storeId, await broadcastIds(db, storeId))
  const former = await db
    .selectFrom('change')
    .select(['subject_id', 'details'])
    .where('store_id', '=', storeId)
    .where('kind', '=', 'segment.rule')
    .execute()
  const rules = former.map(({ subject_id, details }) => ({ id: subject_id!, reads: details, members_visible: false }))
  const versions = webhook === null ? [] : await versionsOf(db, storeId)
  const closed = closedToProgram({ ...graph, segments: [...graph.segments, ...rules, ...versions] }, user, fields)
  return {
    types: changeTypeNames.filter(
      (type) => hasScope(user, changeTypes[type]) && (type !== 'automation.step' || webhook !== null),
    ),
    names: namesOf(readableFields(user, fields), fields),
    closed: {
      segments: [...closed.segments],
      broadcasts: [...closed.broadcasts],
      versions: versions.flatMap(({ id, name }) => (closed.segments.has(id) ? name : [])),
    },
    webhook,
  }
}

/** Versions of automations as segments whose customers reached a step, below the ids of segments. */
async function versionsOf(db: Db, storeId: number) {
  const versions = await db
    .selectFrom('automation_version')
    .select(['automation_id', 'version', 'reads'])
    .where('store_id', '=', storeId)
    .execute()
  return versions.map(({ automation_id, version, reads }, n) => ({
    ...{ id: -1 - n, name: `${automation_id} ${version}` },
    ...{ reads, members_visible: false },
  }))
}

const keyOf = ({ column, id }: Field): string => column ?? String(id)

function namesOf(readable: readonly Field[], all: readonly Field[]): Map<string, string[]> {
  const sources = new Map(all.map((field) => [field.id, field]))
  const names = new Map<string, string[]>()
  for (const field of readable) {
    const source = sources.get(sourceOf(field) ?? 0)
    // Formulas over activities change with an activity.
    if (field.formula && !source) continue
    const key = keyOf(source ?? field)
    names.set(key, [...(names.get(key) ?? []), field.name])
  }
  return names
}
