import { useWords } from '../data/text.ts'
import type { Trigger } from './automation.ts'
import { automationText } from './automation-text.ts'
import { marked } from './Sentence.tsx'

/** Says when an automation begins for a customer. `name`: of the segment, activity type, field or broadcast; null if it was deleted. */
export function useTriggerSentence() {
  const t = useWords(automationText)
  return (one: Trigger | null, name: string | null): string => {
    if (!one) return t.noTrigger
    const called = name ?? t.unnamed
    const of = { name: marked(called) }
    switch (one.kind) {
      case 'segment_entered':
        return t.segmentEntered(of)
      case 'segment_left':
        if (!one.reasons) return t.segmentLeft(of)
        return t.segmentLeftBecause({ ...of, reasons: one.reasons.map((reason) => t[reason]).join(', ') })
      case 'activity': {
        const said = one.first ? t.activityFirst({ name: called, first: marked(t.first) }) : t.activityDone(of)
        return one.where ? `${said} · ${t.where({ count: one.where.length })}` : said
      }
      case 'date': {
        if (one.offsetDays === 0) return t.dateOn(of)
        const said = { ...of, count: Math.abs(one.offsetDays) }
        return one.offsetDays < 0 ? t.dateBefore(said) : t.dateAfter(said)
      }
      case 'friend':
        return t.friend({ name: marked('LINE') })
      case 'link':
        return t.link(of)
    }
  }
}
