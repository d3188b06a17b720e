import type { OpenRule } from './draft.ts'
import { firstTest } from './operators.ts'
import type { RuleOptions } from './use-rule-options.ts'

/** Returns the subject of a rule among all choices. */
export function subjectOf(rule: OpenRule): string {
  switch (rule.kind) {
    case 'profile':
      return `profile ${rule.fieldId}`
    case 'time':
      return `time ${rule.at}`
    case 'activity':
      return `activity ${rule.activityTypeId}`
    case 'consent':
      return `consent ${rule.purposeId}`
    case 'source':
      return `source ${rule.dataSourceId}`
    case 'channel':
      return `channel ${rule.channelType}`
    case 'broadcast':
      return `broadcast ${rule.broadcastId}`
    default:
      return rule.kind
  }
}

/** A new rule about what was chosen. */
export function ruleAbout(subject: string, options: Pick<RuleOptions, 'system' | 'own'>): OpenRule {
  const [kind, about = ''] = subject.split(' ')
  const id = Number(about)
  switch (kind) {
    case 'profile': {
      const field = [...options.system, ...options.own].find((one) => one.id === id)
      return { kind, fieldId: id, ...firstTest(field?.dataType ?? 'String', field?.kind) }
    }
    case 'time':
      return { kind, at: about === 'updated' ? 'updated' : 'created', ...firstTest('Date') }
    case 'label':
      return { kind, operator: 'has_any', labelIds: [] }
    case 'activity':
      return { kind, activityTypeId: id, done: true, window: { last: { n: 90, unit: 'day' } } }
    case 'consent':
      return { kind, purposeId: id, operator: 'granted' }
    case 'source':
      return { kind, dataSourceId: id, operator: 'any' }
    case 'channel':
      return { kind, channelType: about === 'facebook' ? 'facebook' : 'lineOA', operator: 'friend' }
    case 'broadcast':
      return { kind, broadcastId: id, operator: 'sent' }
    default:
      return { kind: 'none' }
  }
}
