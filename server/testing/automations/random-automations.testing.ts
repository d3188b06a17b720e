import { Definition, type Step, type Trigger } from '@ruam/contract/automations/definition.ts'
import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import type { Random } from '../../../tools/random.ts'
import { randomGroup } from '../rules/random-rules.testing.ts'
import type { RandomStore } from '../rules/random-things.testing.ts'

// Random automations over a random store. Everything that they read has a journal.

export interface Subjects {
  store: RandomStore
  /** Automatic segments, in an order in which each reads earlier ones only. */
  segments: number[]
  /** Account of LINE, and a broadcast with links. */
  channel: number
  linked: { broadcast: number; urls: string[] }
  webhook: number
  /** Times of day of date triggers. */
  dateTimes: string[]
}

/** True for rules whose data have journals: not those about files, or about the last change of a profile. */
function isJournaled(rule: Rule | RuleGroup): boolean {
  if ('rules' in rule) return rule.rules.every(isJournaled)
  return (
    rule.kind !== 'source' &&
    !(rule.kind === 'time' && rule.at === 'updated') &&
    !(rule.kind === 'channel' && rule.channel_type === 'facebook')
  )
}

/** Returns a random rule of the given kinds of data. */
export function randomRule(random: Random, { store, segments }: Pick<Subjects, 'store' | 'segments'>): RuleGroup {
  const labels = [...store.ids.labels, ...segments]
  for (;;) {
    const group = randomGroup(random, { ...store, ids: { ...store.ids, labels } }, 2)
    if (isJournaled(group)) return group
  }
}

const someTime = (random: Random) => `${String(random.below(24)).padStart(2, '0')}:${random.pick(['00', '30', '15'])}`

function randomTrigger(random: Random, { store: { ids }, segments, linked, dateTimes }: Subjects): Trigger {
  const kind = random.pick([
    'segment_entered',
    'segment_entered',
    'segment_left',
    'activity',
    'date',
    'date',
    'friend',
    'link',
  ] as const)
  switch (kind) {
    case 'segment_entered':
      return { kind, segment_id: random.pick(segments) }
    case 'segment_left': {
      const reasons = random
        .shuffle(['profile', 'label', 'activity', 'consent', 'time', 'by_hand'] as const)
        .slice(0, 2)
      return { kind, segment_id: random.pick(segments), ...(random.chance(0.3) && { reasons: [...reasons] }) }
    }
    case 'activity': {
      const where = { field_id: ids.properties[1]!, operator: 'gte', value: random.below(100) } as const
      const first = random.chance(0.3)
      return { kind, activity_type_id: random.pick(ids.types), first, ...(random.chance(0.4) && { where: [where] }) }
    }
    case 'date': {
      const field_id = random.pick([8, ids.fields[2]!])
      return {
        kind,
        field_id,
        offset_days: random.pick([0, 0, -7, 3, -59, random.below(60) - 30]),
        time: random.pick(dateTimes),
        yearly: random.chance(0.8),
      }
    }
    case 'friend':
      return { kind }
    case 'link':
      return { kind, broadcast_id: linked.broadcast, url: random.chance(0.5) ? random.pick(linked.urls) : null }
  }
}

function randomCondition(random: Random, subjects: Subjects): NonNullable<Definition['exit']> {
  if (random.chance(0.3)) {
    const { ids } = subjects.store
    const where = { field_id: ids.properties[1]!, operator: 'gte', value: random.below(100) } as const
    return {
      kind: 'activity_since',
      activity_type_id: random.pick(ids.types),
      ...(random.chance(0.3) && { where: [where] }),
    }
  }
  return { kind: 'rule', rule: randomRule(random, subjects) }
}

function randomStep(random: Random, subjects: Subjects, id: number, inBranch = false): Step {
  const { ids } = subjects.store
  const kinds = ['wait', 'wait', 'message', 'message', 'label', 'value', 'note', 'event', 'condition'] as const
  const kind = random.pick(inBranch ? kinds.slice(0, -1) : kinds)
  switch (kind) {
    case 'wait': {
      const hours = random.chance(0.3)
      const until = random.chance(0.3)
        ? {
            weekday: random.chance(0.5) ? 1 + random.below(7) : null,
            time: random.chance(0.7) ? someTime(random) : null,
          }
        : null
      return { id, kind, length: { n: random.below(hours ? 80 : 20), unit: hours ? 'hour' : 'day' }, until }
    }
    case 'message':
      return {
        ...{ id, kind, name: `ข้อความ ${id}`, purpose_id: random.pick(ids.purposes) },
        ...{ messages: [{ type: 'text', text: 'สวัสดี' }], quick_replies: [], stop_reply: false },
        ...{ notification_disabled: false, link_tracking: 'off' },
      } as Step
    case 'label':
      return { id, kind, label_id: random.pick(ids.labels), value: random.chance(0.6) }
    case 'value': {
      const [field_id, value] = random.pick([
        [1, random.pick(['ทอง', 'เงิน'])],
        [ids.fields[0]!, random.pick(['ทอง', 'Gold'])],
        [ids.fields[1]!, random.below(100)],
        [ids.fields[2]!, '2026-02-28'],
        [ids.fields[3]!, random.chance(0.5)],
      ] as const)
      return { id, kind, field_id, value: random.chance(0.15) ? null : value }
    }
    case 'note':
      return { id, kind, text: 'โทรหา', follow_up_days: random.chance(0.5) ? random.below(10) : null }
    case 'event':
      return { id, kind, webhook_id: subjects.webhook }
    case 'condition': {
      const branch = (from: number) =>
        Array.from({ length: random.below(3) }, (_, n) => randomStep(random, subjects, from + n, true)) as never[]
      return {
        id,
        kind,
        condition: randomCondition(random, subjects),
        yes: branch(id * 100),
        no: branch(id * 100 + 50),
      }
    }
  }
}

/** Returns a random definition with a trigger and at least one step. */
export function randomDefinition(random: Random, subjects: Subjects): Definition {
  for (;;) {
    const steps = Array.from({ length: 1 + random.below(5) }, (_, n) => randomStep(random, subjects, n + 1))
    const read = Definition.safeParse({
      trigger: randomTrigger(random, subjects),
      repeat: random.pick([{ kind: 'once' }, { kind: 'yearly' }, { kind: 'every', days: random.pick([0, 1, 30]) }]),
      channel_id: subjects.channel,
      steps,
      exit: random.chance(0.4) ? randomCondition(random, subjects) : null,
      group: random.chance(0.3) ? random.pick(['ก', 'ข']) : null,
      imports: random.chance(0.4),
      holdout: 0,
    })
    if (read.success) return read.data
  }
}
