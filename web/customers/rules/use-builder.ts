import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { completeGroup, completeRule } from './complete-rule.ts'
import { copyOf, type DraftGroup, type DraftItem, isGroup, newGroup, newRule, type OpenRule, rulesIn } from './draft.ts'
import type { ScreenRule } from './rule-address.ts'
import { itemOfText, textOfItem } from './rule-text.ts'
import { text } from './text.ts'
import { inserted, mayAdd, moved, pathTo, removed, replaced } from './tree.ts'
import type { RuleOptions } from './use-rule-options.ts'
import { useRuleSentence } from './use-rule-sentence.ts'

export type Builder = ReturnType<typeof useBuilder>

/** Operations on a draft; focus follows the moved, added or remaining item. */
export function useBuilder(root: DraftGroup, onChange: (root: DraftGroup) => void, options: RuleOptions) {
  const t = useWords(text)
  const { say } = useRuleSentence(options)
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef<{ key: number; part: 'handle' | 'subject' }>(undefined)
  const [said, setSaid] = useState('')
  const [pasting, setPasting] = useState<number>()
  useEffect(() => {
    const { key, part } = wanted.current ?? {}
    wanted.current = undefined
    const place = key !== undefined && box.current?.querySelector(`[data-key="${key}"]`)
    if (place) place.querySelector<HTMLElement>(part === 'subject' ? '[data-subject]' : '[data-handle]')?.focus()
  })
  const become = (next: DraftGroup, key?: number, part: 'handle' | 'subject' = 'handle') => {
    if (key !== undefined) wanted.current = { key, part }
    onChange(next)
  }
  const nameOf = (item: DraftItem): string => {
    const rule = isGroup(item) ? completeGroup(item).rule : completeRule(item.rule)
    return rule ? say(rule as ScreenRule) : t.chooseSubject
  }
  const find = (key: number) => pathTo(root, key).at(-1)
  const parentOf = (key: number) => pathTo(root, key).at(-2) as DraftGroup | undefined

  /** Puts an item after another; answers whether there was room. */
  const putAfter = (key: number, item: DraftItem): boolean => {
    const parent = parentOf(key)
    if (!parent) return false
    // On the first level there are groups alone.
    const placed = parent === root && !isGroup(item) ? newGroup([item]) : item
    if (!mayAdd(root, parent.key, placed)) return false
    const place = parent.items.findIndex((one) => one.key === key) + 1
    become(inserted(root, parent.key, placed, place), placed.key)
    return true
  }
  return {
    box,
    root,
    said,
    pasting,
    setPasting,
    nameOf,
    setRule: (key: number, rule: OpenRule) =>
      onChange(replaced(root, key, (item) => (isGroup(item) ? item : { ...item, rule }))),
    setGroup: (key: number, change: Partial<Pick<DraftGroup, 'condition' | 'not'>>) =>
      onChange(key === root.key ? { ...root, ...change } : replaced(root, key, (item) => ({ ...item, ...change }))),
    add(groupKey: number, what: 'rule' | 'group') {
      const rule = newRule()
      const item = what === 'rule' ? rule : newGroup([rule], groupKey === root.key ? 'and' : 'or')
      become(inserted(root, groupKey, item), rule.key, 'subject')
    },
    mayAdd: (groupKey: number, what: 'rule' | 'group') => mayAdd(root, groupKey, what),
    move(key: number, by: -1 | 1) {
      const next = moved(root, key, by)
      const item = find(key)
      if (next === root || !item) return
      setSaid(t.placed({ name: nameOf(item) }))
      become(next, key)
    },
    duplicate(key: number) {
      const item = find(key)
      if (item) putAfter(key, copyOf(item))
    },
    remove(key: number) {
      const siblings = parentOf(key)?.items ?? []
      const place = siblings.findIndex((one) => one.key === key)
      const beside = siblings[place + 1] ?? siblings[place - 1]
      const next = removed(root, key)
      const empty = rulesIn(next).length === 0
      const fresh = newGroup()
      if (empty) become({ ...next, items: [fresh] }, fresh.items[0]!.key, 'subject')
      else become(next, beside?.key)
    },
    textOf(key: number): string {
      const item = find(key)
      return item ? textOfItem(item, nameOf(item)) : ''
    },
    async copy(key: number) {
      const item = find(key)
      if (!item) return
      try {
        await navigator.clipboard.writeText(textOfItem(item, nameOf(item)))
        alerts.success(t.copied)
      } catch {
        alerts.error(t.notCopied)
      }
    },
    /** Puts a copied rule after another; answers what is wrong with the text. */
    paste(key: number, pasted: string): string | undefined {
      const item = itemOfText(pasted)
      if (!item) return t.pasteUnread
      return putAfter(key, item) ? undefined : t.pasteFull
    },
  }
}
