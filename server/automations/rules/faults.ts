import type { Definition, Step } from '@ruam/contract/automations/definition.ts'
import type { AutomationFault } from '@ruam/contract/automations/faults.ts'
import { faultsIn } from '@ruam/contract/broadcasts/message-faults.ts'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { rightsNow } from '../../access/roles/rights-now.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { stoppedStep } from '../../broadcasts/records/automation-sets.ts'
import { settingsOf } from '../../broadcasts/settings/queries.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { faultsOf } from '../../customers/rules/check.ts'
import { ruleContext } from '../../customers/rules/context.ts'
import type { Db } from '../../database/db.ts'
import type { VersionRow } from '../records/versions.ts'
import { closedStepsOf } from './closed.ts'
import { placedSteps, rulesIn, stepsOfKind } from './parts.ts'
import { type Existing, existingOf, referencesIn } from './references.ts'
import { lackedRightsOf } from './rights.ts'
import { isSettable, suits } from './settable.ts'

type Fault = Pick<AutomationFault, 'kind' | 'path'> & Partial<AutomationFault>

const faultOf = ({
  kind,
  path,
  step = null,
  reason = null,
  permission = null,
  subject = null,
}: Fault): AutomationFault => ({
  ...{ kind, path, step, reason, permission, subject },
})

interface Known extends Existing {
  fields: ReadonlyMap<number, Field>
  timeZone: string
  clickPurposes: readonly number[]
}

/** Returns what keeps a definition from working for a person with these rights; undefined: a person who has left. */
export async function faultsOfDefinition(
  db: Db,
  storeId: number,
  definition: Definition,
  rights: Rights | undefined,
): Promise<AutomationFault[]> {
  const fields = new Map((await fieldsOf(db, storeId, 'th')).map((field) => [field.id, field]))
  const known: Known = {
    ...(await existingOf(db, storeId, referencesIn([definition]))),
    fields,
    timeZone: await timeZoneOf(db, storeId),
    clickPurposes: (await settingsOf(db, storeId)).click_purpose_ids,
  }
  const { steps: closed } = await closedStepsOf(db, storeId, definition, fields)
  return [
    ...ofTrigger(definition, known),
    ...ofSteps(definition, known),
    ...(await ofRules(db, storeId, definition)),
    ...closed.map((place) => faultOf({ kind: 'closed', ...place })),
    ...lackedRightsOf(definition, rights ?? { roles: [], permissions: [] }).map((lacked) =>
      faultOf({ kind: 'right', ...lacked }),
    ),
  ]
}

/** Returns what has broken a version in use, with the rights that its starter has now. */
export async function faultsOfVersion(db: Db, storeId: number, version: VersionRow): Promise<AutomationFault[]> {
  const rights = version.started_by === null ? undefined : await rightsNow(db, storeId, version.started_by)
  if (!rights) return [faultOf({ kind: 'right', path: '' })]
  const faults = await faultsOfDefinition(db, storeId, version.definition, rights)
  if (may(rights, 'cdp-core.broadcast.send')) return faults
  return [faultOf({ kind: 'right', path: '', permission: 'cdp-core.broadcast.send' }), ...faults]
}

/** Returns what has stopped the sender of an automation's messages. Nobody has to mend it before the automation is resumed. */
export async function faultsOfMessages(db: Db, storeId: number, automationId: number): Promise<AutomationFault[]> {
  const stopped = await stoppedStep(db, storeId, automationId)
  return stopped ? [faultOf({ kind: 'unsent', path: 'steps', ...stopped })] : []
}

function ofTrigger({ trigger, steps }: Definition, { labels, fields, broadcasts }: Known): AutomationFault[] {
  const faults: Fault[] = []
  if (trigger === null) faults.push({ kind: 'no_trigger', path: 'trigger' })
  else if ('segment_id' in trigger) {
    if (labels.get(trigger.segment_id)?.type !== 'advanced')
      faults.push({ kind: 'deleted', path: 'trigger.segment_id' })
  } else if (trigger.kind === 'date') {
    const field = fields.get(trigger.field_id)
    const path = 'trigger.field_id'
    if (!field) faults.push({ kind: 'deleted', path })
    else if (field.data_type !== 'Date') faults.push({ kind: 'retyped', path, subject: field.display_name })
  } else if (trigger.kind === 'link') {
    const broadcast = broadcasts.get(trigger.broadcast_id)
    const path = 'trigger.broadcast_id'
    if (!broadcast) faults.push({ kind: 'deleted', path })
    else if (broadcast.link_tracking !== 'people') faults.push({ kind: 'clicks_closed', path, subject: broadcast.name })
  }
  if (steps.length === 0) faults.push({ kind: 'no_steps', path: 'steps' })
  return faults.map(faultOf)
}

const ofSteps = (definition: Definition, known: Known): AutomationFault[] =>
  [
    ...ofAccount(definition, known),
    ...placedSteps(definition.steps).flatMap(({ path, step }) =>
      ofStep(step, path, known).map((fault) => ({ ...fault, step: step.id })),
    ),
  ].map(faultOf)

function ofAccount(definition: Definition, { channels }: Known): Fault[] {
  const [first] = stepsOfKind(definition, 'message')
  const { channel_id, trigger } = definition
  if (channel_id === null) return first ? [{ kind: 'no_channel', path: 'channel_id', step: first.step.id }] : []
  const channel = channels.get(channel_id)
  if (!channel) return [{ kind: 'deleted', path: 'channel_id' }]
  const isUsed = first !== undefined || trigger?.kind === 'friend'
  return isUsed && channel.status !== 'active' ? [{ kind: 'account', path: 'channel_id', subject: channel.name }] : []
}

function ofStep(step: Step, path: string, known: Known): Fault[] {
  switch (step.kind) {
    case 'wait':
      return step.length.n === 0 && step.until === null ? [{ kind: 'no_length', path: `${path}.length` }] : []
    case 'message':
      return ofMessage(step, path, known)
    case 'label': {
      const label = known.labels.get(step.label_id)
      const at = `${path}.label_id`
      if (!label) return [{ kind: 'deleted', path: at }]
      return label.type === 'general' ? [] : [{ kind: 'segment', path: at, subject: label.name }]
    }
    case 'value':
      return ofValue(step, path, known)
    case 'note':
      return step.text.trim() === '' ? [{ kind: 'message', path: `${path}.text`, reason: 'missing' }] : []
    case 'event':
      return known.webhooks.has(step.webhook_id) ? [] : [{ kind: 'deleted', path: `${path}.webhook_id` }]
    case 'condition':
      return []
  }
}

type MessageStep = Extract<Step, { kind: 'message' }>

function ofMessage(step: MessageStep, path: string, { purposes, clickPurposes, fields }: Known): Fault[] {
  const purpose = `${path}.purpose_id`
  const words = step.messages.flatMap((message, at) =>
    (('words' in message && message.words) || []).map(({ field_id }, index) => ({
      field: fields.get(field_id),
      path: `${path}.messages.${at}.words.${index}`,
    })),
  )
  return [
    ...(step.purpose_id === null
      ? [{ kind: 'no_purpose' as const, path: purpose }]
      : purposes.has(step.purpose_id)
        ? []
        : [{ kind: 'deleted' as const, path: purpose }]),
    ...faultsIn(step).map((fault): Fault => ({ kind: 'message', path: `${path}.${fault.path}`, reason: fault.reason })),
    ...words.flatMap(({ field, path: at }): Fault[] => {
      if (!field) return [{ kind: 'deleted', path: at }]
      return field.sensitive ? [{ kind: 'sensitive', path: at, subject: field.display_name }] : []
    }),
    ...(step.link_tracking === 'people' && step.purpose_id !== null && !clickPurposes.includes(step.purpose_id)
      ? [{ kind: 'clicks_closed' as const, path: `${path}.link_tracking` }]
      : []),
  ]
}

function ofValue(step: Extract<Step, { kind: 'value' }>, path: string, { fields, timeZone }: Known): Fault[] {
  const field = fields.get(step.field_id)
  const at = `${path}.field_id`
  if (!field) return [{ kind: 'deleted', path: at }]
  const subject = field.display_name
  if (field.sensitive) return [{ kind: 'sensitive', path: at, subject }]
  if (field.converting) return [{ kind: 'retyped', path: at, subject }]
  if (!isSettable(field)) return [{ kind: 'not_settable', path: at, subject }]
  return suits(field, step.value, timeZone) ? [] : [{ kind: 'value', path: `${path}.value`, subject }]
}

async function ofRules(db: Db, storeId: number, definition: Definition): Promise<AutomationFault[]> {
  const rules = rulesIn(definition)
  if (rules.length === 0) return []
  const context = await ruleContext(
    db,
    storeId,
    rules.map(({ rule }) => rule),
  )
  return rules.flatMap(({ path, step, rule, isLeaf }) =>
    faultsOf(rule, context).map(({ path: within, reason }) =>
      faultOf({
        kind: reason === 'unknown' ? 'deleted' : 'retyped',
        path: [path, ...(isLeaf ? within.slice(2) : within)].join('.'),
        step,
      }),
    ),
  )
}
