import type { Definition } from '@ruam/contract/automations/definition.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { Camel } from '../data/camel.ts'
import type { Language } from '../data/text.ts'
import { templateText } from './template-text.ts'

/** Automations that stores begin with. */
export const automationTemplates = [
  ...(['welcome', 'birthday', 'come_back', 'thank_you'] as const),
  ...(['first_year', 'points', 'complaint'] as const),
]
export type AutomationTemplate = (typeof automationTemplates)[number]

type Made = Camel<Definition>
type Trigger = NonNullable<Made['trigger']>
type Message = Extract<Made['steps'][number], { kind: 'message' }>

/** Things of the store that a template begins with. Without the right one the trigger is left to choose. */
export interface TemplateParts {
  language: Language
  /** Fields of profiles that the person may read. */
  fields: readonly { id: number; title: string; dataType: string; sensitive?: boolean }[]
  types: readonly { id: number; name: string; fields: readonly { purpose: 'note' | 'amount' | null }[] }[]
  accounts: readonly { id: number }[]
  purposes: readonly { id: number }[]
}

const idOf = (name: string) => systemFields.find((field) => field.name === name)!.id

/** Words in the name of a field or an activity that mean it, in both languages. */
const meant = {
  joined: /สมัคร|เริ่มเป็นสมาชิก|วันที่เป็นลูกค้า|join|register|member since|signed? ?up/i,
  expiry: /หมดอายุ|expir/i,
  complaint: /ร้องเรียน|complain/i,
} as const

const day = (n: number) => ({ n, unit: 'day' }) as const

/** The definition of a new automation without a trigger and steps. */
function blankDefinition({ accounts }: Pick<TemplateParts, 'accounts'>): Made {
  return {
    ...{ trigger: null, repeat: { kind: 'once' }, steps: [], exit: null, group: null, imports: false, holdout: null },
    channelId: accounts.length === 1 ? accounts[0]!.id : null,
  }
}

/** Returns the name and the definition that a template makes of the store's own fields, activities, account and purpose. */
export function definitionOf(template: AutomationTemplate, parts: TemplateParts): { name: string; definition: Made } {
  const t = templateText.in(parts.language)
  const mayName = parts.fields.some(({ id, sensitive }) => id === idOf('firstName') && !sensitive)
  const purposeId = parts.purposes.length === 1 ? parts.purposes[0]!.id : null
  const purchase = parts.types.find(({ fields }) => fields.some(({ purpose }) => purpose === 'amount'))
  const message = (id: number, name: string, text: string): Message => ({
    ...{ id, kind: 'message', name, purposeId, quickReplies: [], stopReply: true },
    messages: [
      {
        type: 'text',
        text: `${t.dear}${mayName ? `${t.beforeName}${WORD_MARK} ` : t.everyone}${text}`,
        ...(mayName && { words: [{ fieldId: idOf('firstName'), fallback: t.customer }] }),
      },
    ],
    ...{ notificationDisabled: false, linkTracking: 'clicks' },
  })
  const dateField = (words: RegExp) =>
    parts.fields.find(({ title, dataType }) => dataType === 'Date' && words.test(title))
  const onDate = (fieldId: number | undefined, offsetDays: number, yearly: boolean): Trigger | null =>
    fieldId === undefined ? null : { kind: 'date', fieldId, offsetDays, time: '09:00', yearly }
  const onActivity = (type: { id: number } | undefined, first: boolean): Trigger | null =>
    type ? { kind: 'activity', activityTypeId: type.id, first } : null
  const again = purchase ? ({ kind: 'activity_since', activityTypeId: purchase.id } as const) : null
  const made = (definition: Partial<Made>) => ({
    name: t[template],
    definition: { ...blankDefinition(parts), ...definition },
  })
  switch (template) {
    case 'welcome':
      return made({ trigger: { kind: 'friend' }, steps: [message(1, t.welcomeMessage, t.welcomeWords)] })
    case 'birthday':
      return made({
        trigger: onDate(parts.fields.find(({ id }) => id === idOf('birthDate'))?.id, 0, true),
        repeat: { kind: 'yearly' },
        steps: [message(1, t.birthdayMessage, t.birthdayWords)],
      })
    case 'come_back':
      return made({
        repeat: { kind: 'every', days: 90 },
        steps: [
          message(1, t.comeBackMessage, t.comeBackWords),
          { id: 2, kind: 'wait', length: day(14), until: { weekday: null, time: '10:00' } },
          message(3, t.remindMessage, t.remindWords),
        ],
        exit: again,
      })
    case 'thank_you':
      return made({
        trigger: onActivity(purchase, true),
        steps: [
          { id: 1, kind: 'wait', length: { n: 2, unit: 'hour' }, until: null },
          message(2, t.thankMessage, t.thankWords),
        ],
      })
    case 'first_year':
      return made({
        trigger: onDate(dateField(meant.joined)?.id, 365, false),
        steps: [message(1, t.firstYearMessage, t.firstYearWords)],
      })
    case 'points':
      return made({
        trigger: onDate(dateField(meant.expiry)?.id, -14, false),
        repeat: { kind: 'every', days: 30 },
        steps: [message(1, t.pointsMessage, t.pointsWords)],
      })
    case 'complaint':
      return made({
        trigger: onActivity(
          parts.types.find(({ name }) => meant.complaint.test(name)),
          false,
        ),
        repeat: { kind: 'every', days: 0 },
        steps: [{ id: 1, kind: 'note', text: t.complaintNote, followUpDays: 1 }],
      })
  }
}
