import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { isVisibleRule } from '../../customers/rules/rule-shape.ts'
import { useOptions } from '../../customers/rules/use-rule-options.ts'
import { useRuleSentence } from '../../customers/rules/use-rule-sentence.ts'
import { useWords } from '../../data/text.ts'
import type { NamedStep } from '../automation.ts'
import { automationText } from '../automation-text.ts'
import { marked } from '../Sentence.tsx'
import type { Condition, OpenStep } from './open-step.ts'
import { stepText } from './step-text.ts'

/** Names the things of steps that are being put together, by the lists that they are chosen from. */
export function useOpenNames(webhooks: readonly { id: number; name: string }[]) {
  const a = useWords(automationText)
  const t = useWords(stepText)
  const options = useOptions()
  const { say } = useRuleSentence(options)
  const fields = [...options.system, ...options.own].map(({ id, title }) => ({ id, name: title }))
  // Until the names are there nothing is called deleted.
  const nameIn = (known: readonly { id: number; name: string }[], id: number | null) =>
    known.find((one) => one.id === id)?.name ?? (options.known ? null : '…')
  const activity = (id: number) => nameIn(options.types, id) ?? a.unnamed

  function condition(one: Condition): string {
    if (one.kind === 'rule') return a.whether({ rule: isVisibleRule(one.rule) ? say(one.rule) : '…' })
    return a.sinceDone({ name: marked(activity(one.activityTypeId)) })
  }

  /** Words over the branches of a condition. */
  function branches(one: Condition | null): { yes: string; no: string } {
    if (one?.kind !== 'activity_since' || one.where) return { yes: t.yes, no: t.no }
    const name = { name: activity(one.activityTypeId) }
    return { yes: t.yesDone(name), no: t.noDone(name) }
  }

  function named(one: OpenStep): NamedStep {
    const bare = { id: one.id, kind: one.kind, name: null, given: null, value: null, wait: null }
    switch (one.kind) {
      case 'wait':
        return { ...bare, wait: { ...one.length, weekday: null, time: null, ...one.until } }
      case 'condition':
        return { ...bare, name: one.condition && condition(one.condition) }
      case 'message':
        return { ...bare, name: one.name }
      case 'label':
        return { ...bare, name: nameIn(options.labels, one.labelId), given: one.value }
      case 'value':
        return { ...bare, name: nameIn(fields, one.fieldId), value: one.value }
      case 'note':
        return { ...bare, name: one.text }
      case 'event':
        return { ...bare, name: nameIn(webhooks, one.webhookId) }
    }
  }

  /** More about a step behind its sentence: the first words of a message, the days of a note. */
  function tail(one: OpenStep): string {
    if (one.kind === 'event') return 'webhook'
    if (one.kind === 'note') {
      if (one.followUpDays === null) return ''
      return one.followUpDays === 0 ? t.followsUpToday : t.followsUp({ count: one.followUpDays })
    }
    if (one.kind !== 'message') return ''
    for (const message of one.messages) {
      const said = 'text' in message ? message.text : 'altText' in message ? message.altText : ''
      if (!said.trim()) continue
      const words = 'words' in message ? (message.words ?? []) : []
      let place = 0
      return said.replaceAll(WORD_MARK, () => nameIn(fields, words[place++]?.fieldId ?? null) ?? a.unnamed)
    }
    return ''
  }
  return { named, tail, branches, condition }
}
