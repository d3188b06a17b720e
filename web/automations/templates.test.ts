import { Definition } from '@ruam/contract/automations/definition.ts'
import { expect, test } from 'vitest'
import { type AutomationTemplate, automationTemplates, definitionOf } from './templates.ts'

const snake = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(snake)
  if (typeof value !== 'object' || value === null) return value
  const name = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [name(key), snake(inner)]))
}

const fields = [
  { id: 1, title: 'ชื่อ', dataType: 'String' },
  { id: 8, title: 'วันเกิด', dataType: 'Date' },
  { id: 1001, title: 'วันที่สมัคร', dataType: 'Date' },
  { id: 1002, title: 'แต้มหมดอายุ', dataType: 'Date' },
]
const types = [
  { id: 5, name: 'ซื้อสินค้า', fields: [{ purpose: 'amount' as const }] },
  { id: 6, name: 'ร้องเรียน', fields: [] },
]
const store = { language: 'th' as const, fields, types, accounts: [{ id: 3 }], purposes: [{ id: 4 }] }
const bare = { ...store, fields: [], types: [], accounts: [], purposes: [] }

test.each(automationTemplates)(
  'the template %s makes a definition that the server takes, of a rich and of an empty store',
  (template) => {
    for (const parts of [store, bare, { ...store, language: 'en' as const }]) {
      const { name, definition } = definitionOf(template, parts)
      expect(name).not.toBe('')
      expect(Definition.safeParse(snake(definition)).error).toBeUndefined()
    }
  },
)

const triggers: Partial<Record<AutomationTemplate, object>> = {
  welcome: { kind: 'friend' },
  birthday: { kind: 'date', fieldId: 8, yearly: true },
  thank_you: { kind: 'activity', activityTypeId: 5, first: true },
  first_year: { kind: 'date', fieldId: 1001, offsetDays: 365 },
  points: { kind: 'date', fieldId: 1002, offsetDays: -14 },
  complaint: { kind: 'activity', activityTypeId: 6 },
}

test('templates begin with the fields, activities, account and purpose of the store', () => {
  for (const [template, trigger] of Object.entries(triggers)) {
    const { definition } = definitionOf(template as AutomationTemplate, store)
    expect(definition).toMatchObject({ trigger, channelId: 3 })
    for (const step of definition.steps) if (step.kind === 'message') expect(step.purposeId).toBe(4)
  }
  expect(definitionOf('birthday', bare).definition).toMatchObject({ trigger: null, channelId: null })
})

test('a template names the customer only if everyone may see the name', () => {
  const words = (sensitive: boolean) => {
    const parts = { ...store, fields: [{ ...fields[0]!, sensitive }] }
    const [step] = definitionOf('welcome', parts).definition.steps
    const [message] = step?.kind === 'message' ? step.messages : []
    return message?.type === 'text' ? message.words : null
  }
  expect(words(false)).toEqual([{ fieldId: 1, fallback: 'ลูกค้า' }])
  expect(words(true)).toBeUndefined()
})
