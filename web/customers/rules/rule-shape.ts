import type { ScreenRule } from './rule-address.ts'

const has = (value: object, key: string, type: string) => typeof (value as Record<string, unknown>)[key] === type

/** By what each kind is about; what it names is looked at by the server. */
const kinds: Readonly<Record<string, (value: object) => boolean>> = {
  profile: (value) => has(value, 'fieldId', 'number') && has(value, 'operator', 'string'),
  time: (value) => has(value, 'at', 'string') && has(value, 'operator', 'string'),
  label: (value) => 'labelIds' in value && Array.isArray(value.labelIds),
  activity: (value) => has(value, 'activityTypeId', 'number') && has(value, 'done', 'boolean'),
  consent: (value) => has(value, 'purposeId', 'number'),
  source: (value) => has(value, 'dataSourceId', 'number'),
  channel: (value) => has(value, 'channelType', 'string'),
  broadcast: (value) => has(value, 'broadcastId', 'number'),
}

/** True if external data can be shown as a rule or group. */
export function isVisibleRule(value: unknown): value is ScreenRule | ScreenRule['rules'][number] {
  if (typeof value !== 'object' || value === null) return false
  if ('rules' in value) return Array.isArray(value.rules) && value.rules.length > 0 && value.rules.every(isVisibleRule)
  const kind = 'kind' in value ? value.kind : undefined
  return typeof kind === 'string' && Object.hasOwn(kinds, kind) && kinds[kind]!(value)
}
