import { type RuleNames, ruleSentence } from '@ruam/contract/customers/rule-sentence.ts'
import type { Rule, VisibleGroup } from '@ruam/contract/customers/rules.ts'
import { useMemo } from 'react'
import { formatPhone } from '../../data/format.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { genderTexts } from '../profiles/field-text.ts'
import { text as profileText } from '../profiles/text.ts'
import type { ScreenLeaf } from './draft.ts'
import type { VisibleScreenRule } from './rule-address.ts'
import { useMonths } from './use-months.ts'
import type { RuleOptions } from './use-rule-options.ts'

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A rule of a screen in the contract's words, which the sentences are made of. */
function inContract(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inContract)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snake(key), inContract(inner)]))
}

const day = /^\d{4}-\d\d-\d\d(T|$)/

type Shown = VisibleScreenRule | VisibleScreenRule['rules'][number] | ScreenLeaf

/** Marks around a name or a value within a sentence, which no text holds. */
const MARKS = ['\u{E000}', '\u{E001}'] as const

interface Piece {
  text: string
  strong: boolean
}

/** Says rules in the person's language. */
export function useRuleSentence(options: RuleOptions) {
  const { language } = usePreferences()
  const format = useFormat()
  const p = useWords(profileText)
  const months = useMonths()
  return useMemo(() => {
    const fields = new Map([...options.system, ...options.own, ...options.closed].map((field) => [field.id, field]))
    const properties = new Map(options.types.flatMap(({ fields }) => fields.map((field) => [field.id, field])))
    const nameIn = (known: readonly { id: number; name: string }[], id: number) =>
      known.find((one) => one.id === id)?.name
    // Until the names are there nothing is called deleted.
    const or = (name: string | undefined) => name ?? (options.known ? undefined : '…')
    const plain: RuleNames = {
      field: (id) => or(fields.get(id)?.title),
      property: (id) => or(properties.get(id)?.title),
      activityType: (id) => or(nameIn(options.types, id)),
      label: (id) => or(nameIn(options.labels, id)),
      source: (id) => or(nameIn(options.sources, id)),
      purpose: (id) => or(nameIn(options.purposes, id)),
      broadcast: (id) => or(nameIn(options.broadcasts, id)),
      channel: (id) => or(nameIn(options.accounts, id)),
      value: (value) =>
        typeof value === 'number'
          ? format.formatNumber(value)
          : day.test(value)
            ? value.length > 10
              ? format.dateTime(value)
              : format.date(value)
            : value,
      month: (month) => months[month - 1]!,
    }
    const mark = (text: string | undefined) => text && `${MARKS[0]}${text}${MARKS[1]}`
    const marked = Object.fromEntries(
      Object.entries(plain).map(([name, say]) => [name, (one: never) => mark(say(one))]),
    ) as unknown as RuleNames
    /** Values that are kept in other words than people say. */
    const inWords = (rule: Shown): Shown => {
      if ('rules' in rule) return { ...rule, rules: rule.rules.map(inWords) } as Shown
      if (rule.kind !== 'profile' || !('value' in rule)) return rule
      const kind = fields.get(rule.fieldId)?.kind
      const say = (value: unknown) => {
        const gender = kind === 'gender' && genderTexts.find((one) => one === value)
        if (gender) return p[gender]
        return kind === 'phone' && typeof value === 'string' ? formatPhone(value) : value
      }
      const value: unknown = Array.isArray(rule.value) ? rule.value.map(say) : say(rule.value)
      return { ...rule, value } as Shown
    }
    const said = (rule: Shown, names: RuleNames) =>
      ruleSentence(inContract(inWords(rule)) as Rule | VisibleGroup, language, names)
    return {
      say: (rule: Shown) => said(rule, plain),
      /** The same with what it names set apart. */
      pieces: (rule: Shown): Piece[] =>
        said(rule, marked)
          .split(/[\u{E000}\u{E001}]/u)
          .map((text, place) => ({ text, strong: place % 2 === 1 }))
          .filter(({ text }) => text !== ''),
    }
  }, [options, language, format, p, months])
}
