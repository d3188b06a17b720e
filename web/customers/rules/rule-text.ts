import { completeGroup, completeRule } from './complete-rule.ts'
import { type DraftItem, isGroup, newRule, type OpenRule, ruleDraftOf } from './draft.ts'
import { isVisibleRule } from './rule-shape.ts'

/** A rule or a group as text that can be sent in a chat: a sentence for people, and the rule itself for the next builder. */
export function textOfItem(item: DraftItem, sentence: string): string {
  const rule = isGroup(item) ? completeGroup(item).rule : completeRule(item.rule)
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
  if (!isVisibleRule(read)) return undefined
  if ('rules' in read) return ruleDraftOf(read)
  const rule = read as OpenRule
  return completeRule(rule) ? newRule(rule) : undefined
}
