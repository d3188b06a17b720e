/** Parts of the composer, in their order. */
export const parts = ['recipients', 'messages', 'time', 'measure'] as const
export type Part = (typeof parts)[number]

const places: Readonly<Record<string, Part>> = {
  recipients: 'recipients',
  time: 'time',
  channel: 'recipients',
  target: 'recipients',
  messages: 'messages',
  quick_replies: 'messages',
  purpose_id: 'time',
  schedule: 'time',
}

/** Returns the part that holds the field of a path. */
export const partOf = (path: string): Part => places[path.replace(/^ab_test\.m/, 'm').split('.')[0]!] ?? 'measure'

/** Something that keeps a draft from being sent. */
export interface MissingThing {
  part: Part
  /** Path of its field. */
  path: string
  words: string
  /** The server refuses it, also as a test. */
  isFault: boolean
}

/** Puts the focus on the field of a path, or else on the heading of its part. */
export function focusField(path: string): void {
  const within = (name: string) => [`[name="${name}"]`, `[data-name="${name}"]`, `[data-path="${name}"]`].join(', ')
  const found = [...document.querySelectorAll<HTMLElement>(within(path))].find((one) => one.checkVisibility())
  const message = /^messages\.(\d+)/.exec(path)
  const fallback = message
    ? `[data-message="${message[1]}"] :is(input, textarea, select, [contenteditable], button:not(header *))`
    : `[data-part="${partOf(path)}"] h2`
  const target = found ?? document.querySelector<HTMLElement>(fallback)
  target?.scrollIntoView({ block: 'center' })
  target?.focus({ preventScroll: true })
}
