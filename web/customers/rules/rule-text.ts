import { type DraftItem, draftOf, isGroup, newRule, type OpenRule } from './draft.ts'
import { isShownRule } from './rule-shape.ts'
import { wholeGroup, wholeRule } from './whole-rule.ts'

/** A rule or a group as text that can be sent in a chat: a sentence for people, and the rule itself for the next builder. */
export function textOfItem(item: DraftItem, sentence: string): string {
  const rule = isGroup(item) ? wholeGroup(item).rule : wholeRule(item.rule)
  return rule ? `${sentence}\n${JSON.stringify(rule)}` : sentence
}

/** Parses a copied rule; undefined for other texts. */
export function itemOfText(text: string): DraftItem | undefined {
  const start = text.indexOf('{"')
  if (start < 0) return undefined
  let read: unknown
  try {
    read = JSON.parse(text.slice(start))
  } catch {
    return undefined
  }
  if (!isShownRule(read)) return undefined
  if ('rules' in read) return draftOf(read)
  const rule = read as OpenRule
  return wholeRule(rule) ? newRule(rule) : undefined
}
