import type { DocsScene } from './docs-scene.ts'

/** Kinds of ids, by the key or the list that holds them. */
const kindOf: Readonly<Record<string, string>> = {
  ...{ profile_id: 'profile', merged_into: 'profile', not_found: 'profile', receipt_id: 'receipt' },
  ...{ labels: 'label', label_id: 'label', segment_id: 'segment', purpose_id: 'purpose' },
  ...{ type: 'activityType', activity_types: 'activityType', webhook_id: 'webhook' },
}

/** Kinds of the rows of an answer, by the end of the call's title; the first that fits. */
const kindOfRows: readonly (readonly [end: RegExp, kind: string])[] = [
  [/\{id\}\/activities$/, 'activity'],
  [/\{id\}\/members$|\/profiles(\/find|\/\{id\})?$/, 'profile'],
  [/\/labels$/, 'label'],
  [/\/segments$/, 'segment'],
  [/\/purposes$/, 'purpose'],
  [/\/deliveries$/, 'delivery'],
  [/\/webhooks(\/\{id\}(\/secret)?)?$/, 'webhook'],
]

const UUID = '019abcde-0000-7000-8000-000000000001'

/** Values that are others in each run. */
const changing: Readonly<Record<string, unknown>> = {
  ...{ next_cursor: 'MjAyNi0xMS0yNQ', secret: 'whsec_EXAMPLE', event_id: UUID, request_id: UUID },
  ...{ ms: 12, duration_ms: 12 },
}

const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/
/** The moment of the sale in the examples, and that of everything else. */
const [SOLD, NOW] = ['2026-11-25T03:30:00', '2026-11-25T03:30:05.123456Z']

/** Returns answers as the pages show them: equal in each run, with a token for what the reader's store fills in. */
export function stableAnswers({ example }: Pick<DocsScene, 'example'>) {
  const numbers = new Map<string, Map<number, number>>()
  const idFor = (kind: string, id: number) => {
    if ((example.ids as Record<string, number>)[kind] === id) return `$${kind}`
    const known = numbers.get(kind) ?? new Map<number, number>()
    numbers.set(kind, known)
    // The token becomes 1 on the public pages.
    if (!known.has(id)) known.set(id, known.size + 2)
    return known.get(id)!
  }
  /** `key` holds the value, `holder` the object with that key. */
  return function stable(title: string, value: unknown, key = '', holder = ''): unknown {
    if (Array.isArray(value)) return value.map((one) => stable(title, one, key, holder))
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, stable(title, part, name, key)]))
    if (value === null || value === undefined) return value
    if (key in changing) return changing[key]
    if (typeof value === 'string')
      return INSTANT.test(value) && !value.startsWith(SOLD)
        ? NOW
        : value.replaceAll(example.address, '$address').replaceAll(UUIDS, UUID)
    if (typeof value !== 'number') return value
    const kind = key === 'id' ? (kindOf[holder] ?? kindOfRows.find(([end]) => end.test(title))?.[1]) : kindOf[key]
    return kind === undefined ? value : idFor(kind, value)
  }
}
