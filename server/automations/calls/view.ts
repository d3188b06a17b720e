import type { Automation, AutomationSummary } from '@ruam/contract/automations/automation.ts'
import { type Definition, stepsOf, type VisibleDefinition } from '@ruam/contract/automations/definition.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import { settingsOf } from '../../broadcasts/settings/queries.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { closedFields } from '../../customers/profiles/closed.ts'
import { withoutValues } from '../../customers/rules/without-values.ts'
import type { Db } from '../../database/db.ts'
import { listedEffects } from '../messages/listed-effects.ts'
import type { AutomationRow } from '../records/queries.ts'
import { findVersion, versionsInUse } from '../records/versions.ts'
import { closedAutomations, isDefinitionClosed } from '../rules/closed.ts'
import { conflictsOf } from '../rules/conflicts.ts'
import { faultsOfDefinition, faultsOfMessages, faultsOfVersion } from '../rules/faults.ts'
import { type Existing, existingOf, type References, referencesIn } from '../rules/references.ts'
import { figuresOf, waitingAt } from './figures.ts'

/** Person who reads automations. */
export interface Reader {
  id: number
  rights: Rights
}

interface Names extends Existing {
  fields: ReadonlyMap<number, Field>
  users: ReadonlyMap<number, string>
}

async function namesOf(
  db: Db,
  storeId: number,
  definitions: readonly Definition[],
  userIds: readonly (number | null)[],
): Promise<Names> {
  const { rows: users } = await sql<{ id: number; name: string }>`
    select id, btrim(first_name || ' ' || last_name) as name from users where id = any(${userIds.filter((id) => id !== null)}::int[])`.execute(
    db,
  )
  return {
    ...(await existingOf(db, storeId, referencesIn(definitions))),
    fields: new Map((await fieldsOf(db, storeId, 'th')).map((field) => [field.id, field])),
    users: new Map(users.map(({ id, name }) => [id, name])),
  }
}

const personOf = (id: number | null, { users }: Pick<Names, 'users'>) =>
  id === null ? null : { id, name: users.get(id) ?? '' }

function triggerName({ trigger }: Definition, { rights }: Reader, names: Names): string | null {
  switch (trigger?.kind) {
    case 'segment_entered':
    case 'segment_left':
      return may(rights, 'cdp-core.label.read') ? (names.labels.get(trigger.segment_id)?.name ?? null) : null
    case 'activity':
      return names.types.get(trigger.activity_type_id)?.name ?? null
    case 'date':
      return names.fields.get(trigger.field_id)?.display_name ?? null
    case 'link':
      return names.broadcasts.get(trigger.broadcast_id)?.name ?? null
    default:
      return null
  }
}

interface Found {
  names: Names
  figures: Awaited<ReturnType<typeof figuresOf>>
  closed: ReadonlySet<number>
  /** Editions of the versions in use. */
  editions: ReadonlyMap<number, number>
  faults: ReadonlyMap<number, AutomationSummary['fault']>
  effects: ReadonlyMap<number, NonNullable<AutomationSummary['effect']>>
}

function summaryOf(
  row: AutomationRow,
  reader: Reader,
  { names, figures, closed, editions, faults, effects }: Found,
): AutomationSummary {
  const { definition } = row
  const counted = figures.get(row.id)
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    reason: row.reason,
    trigger: definition.trigger,
    trigger_name: triggerName(definition, reader, names),
    steps: stepsOf(definition.steps).map(({ kind }) => kind),
    edition: row.edition,
    version: row.version,
    edited: row.version !== null && editions.get(row.id) !== row.edition,
    group: definition.group,
    place: row.place,
    on_the_way: counted?.on_the_way ?? 0,
    entered: counted?.entered ?? 0,
    messages: closed.has(row.id) ? null : (counted?.messages ?? 0),
    effect: closed.has(row.id) ? null : (effects.get(row.id) ?? null),
    fault: faults.get(row.id) ?? null,
    author: personOf(row.created_by, names),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

/** Reads what summaries show beside their rows. Faults are those of automations that are at work, or that a fault has paused. */
async function foundOf(db: Db, storeId: number, { rights }: Reader, rows: readonly AutomationRow[]): Promise<Found> {
  const ids = rows.map(({ id }) => id)
  const versions = await versionsInUse(db, storeId, ids)
  const faults = new Map<number, AutomationSummary['fault']>()
  for (const version of versions)
    if (version.status === 'active' || version.status === 'paused')
      faults.set(version.automation_id, (await faultsOfVersion(db, storeId, version))[0]?.kind ?? null)
  return {
    names: await namesOf(
      db,
      storeId,
      rows.map(({ definition }) => definition),
      rows.map(({ created_by }) => created_by),
    ),
    figures: await figuresOf(db, storeId, ids),
    closed: await closedAutomations(db, storeId, rights, ids),
    editions: new Map(versions.map(({ automation_id, edition }) => [automation_id, edition])),
    faults,
    effects: may(rights, 'cdp-core.profile.read') ? await listedEffects(db, storeId, ids) : new Map(),
  }
}

/** Returns automations as the list shows them. */
export async function viewSummaries(db: Db, storeId: number, reader: Reader, rows: readonly AutomationRow[]) {
  const found = await foundOf(db, storeId, reader, rows)
  return rows.map((row) => summaryOf(row, reader, found))
}

/** Returns a definition without what its rules compare closed fields with. */
function visibleDefinition(rights: Rights, definition: Definition, fields: Names['fields']): VisibleDefinition {
  const hidden = closedFields(rights, [...fields.values()])
  const visible = (condition: Definition['exit']): VisibleDefinition['exit'] =>
    condition?.kind === 'rule' ? { kind: 'rule', rule: withoutValues(condition.rule, hidden) } : condition
  const plain = <S extends Definition['steps'][number]>(step: S): S =>
    step.kind === 'value' && hidden.has(step.field_id) ? { ...step, value: null } : step
  return {
    ...definition,
    steps: definition.steps.map((step) =>
      step.kind === 'condition'
        ? {
            ...step,
            condition: visible(step.condition)!,
            yes: step.yes.map(plain),
            no: step.no.map(plain),
          }
        : plain(step),
    ),
    exit: visible(definition.exit),
  }
}

function referencesShown(rights: Rights, names: Names, references: References): Automation['references'] {
  const named = <T extends { id: number; name: string }>(map: ReadonlyMap<number, T>) =>
    [...map.values()].map(({ id, name }) => ({ id, name }))
  return {
    labels: may(rights, 'cdp-core.label.read')
      ? [...names.labels.values()].map(({ id, name, color, type }) => ({ id, name, color, type }))
      : [],
    fields: [...references.fields].flatMap((id) => {
      const field = names.fields.get(id)
      return field ? { id, name: field.display_name } : []
    }),
    activity_types: named(names.types),
    broadcasts: named(names.broadcasts),
    channels: named(names.channels),
    purposes: named(names.purposes),
    webhooks: named(names.webhooks),
  }
}

/** Returns who paused or stopped an automation last, by the audit log. */
async function lastStop(db: Db, storeId: number, { id, status }: AutomationRow): Promise<Automation['stopped']> {
  if (status !== 'paused' && status !== 'stopped') return null
  const { rows } = await sql<NonNullable<Automation['stopped']>>`
    select btrim(u.first_name || ' ' || u.last_name) as name, l.at
    from audit_log l join users u on u.id = l.user_id
    where l.store_id = ${storeId} and l.subject_type = 'automation' and l.subject_id = ${String(id)}
      and l.action in ('automation_paused', 'automation_stopped')
    order by l.at desc, l.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Returns an automation as a reader sees it. */
export async function viewAutomation(db: Db, storeId: number, reader: Reader, row: AutomationRow): Promise<Automation> {
  const { rights } = reader
  const found = await foundOf(db, storeId, reader, [row])
  const waiting = await waitingAt(db, storeId, row.id)
  const versions = await db
    .selectFrom('automation_version')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('automation_id', '=', row.id)
    .orderBy('version', 'desc')
    .execute()
  const used = versions.filter(
    ({ version }) => version === row.version || waiting.some((one) => one.version === version),
  )
  const names = await namesOf(
    db,
    storeId,
    [row.definition],
    [row.created_by, ...versions.flatMap(({ started_by, approved_by }) => [started_by, approved_by])],
  )
  const current =
    row.version === null ? undefined : await findVersion(db, storeId, { id: row.id, version: row.version })
  const isClosed = found.closed.has(row.id)
  const reads = await isDefinitionClosed(db, storeId, rights, row.definition)
  const isPending = row.pending_start !== null
  return {
    ...summaryOf(row, reader, found),
    definition: visibleDefinition(rights, row.definition, names.fields),
    references: referencesShown(rights, names, referencesIn([row.definition])),
    versions: used.map((one) => ({
      version: one.version,
      edition: one.edition,
      started_at: one.started_at,
      started_by: personOf(one.started_by, names),
      approved_by: personOf(one.approved_by, names),
      holdout: one.holdout,
      on_the_way: waiting.reduce((sum, { version, people }) => sum + (version === one.version ? people : 0), 0),
    })),
    waiting: isClosed ? [] : waiting,
    faults: await faultsOfDefinition(db, storeId, row.definition, rights),
    version_faults: current
      ? [...(await faultsOfVersion(db, storeId, current)), ...(await faultsOfMessages(db, storeId, row.id))]
      : [],
    conflicts: await conflictsWith(db, storeId, row),
    may_edit: may(rights, 'cdp-core.broadcast.edit') && !reads,
    may_start: may(rights, 'cdp-core.broadcast.send') && !isPending && !reads,
    may_approve:
      isPending && may(rights, 'cdp-core.broadcast.approve') && !reads && !row.author_ids.includes(reader.id),
    needs_approval: (await settingsOf(db, storeId)).approval,
    approved_by: personOf(current?.approved_by ?? null, names),
    pending_start: row.pending_start && { inside: row.pending_start.inside, move: row.pending_start.move },
    people_closed: isClosed,
    stopped: await lastStop(db, storeId, row),
    started_at: current?.started_at ?? null,
  }
}

/** Returns the conflicts that an automation has, or would have with its draft. */
export async function conflictsWith(db: Db, storeId: number, { id, name, definition }: AutomationRow) {
  const conflicts = await conflictsOf(db, storeId, { id, name, definition })
  return conflicts.filter(({ automation, other }) => automation.id === id || other?.id === id)
}
