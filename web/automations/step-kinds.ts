import type { stepKinds } from '@ruam/contract/automations/definition.ts'
import {
  type Icon,
  IconArrowsSplit2,
  IconClock,
  IconMessage,
  IconNote,
  IconPencil,
  IconTag,
  IconWebhook,
} from '@tabler/icons-react'

export type StepKind = (typeof stepKinds)[number]

/** Icon and word of each kind of step. */
export const kindOf = {
  wait: { icon: IconClock, word: 'kindWait' },
  condition: { icon: IconArrowsSplit2, word: 'kindCondition' },
  message: { icon: IconMessage, word: 'kindMessage' },
  label: { icon: IconTag, word: 'kindLabel' },
  value: { icon: IconPencil, word: 'kindValue' },
  note: { icon: IconNote, word: 'kindNote' },
  event: { icon: IconWebhook, word: 'kindEvent' },
} as const satisfies Record<StepKind, { icon: Icon; word: string }>
