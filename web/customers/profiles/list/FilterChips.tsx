import { IconX } from '@tabler/icons-react'
import { useWords } from '../../../data/text.ts'
import { isShownRule } from '../../rules/rule-shape.ts'
import { useRuleOptions } from '../../rules/use-rule-options.ts'
import { useRuleSentence } from '../../rules/use-rule-sentence.ts'
import { readDays } from '../day-range.ts'
import { text } from '../text.ts'
import { useDaysText } from '../use-days-text.ts'
import styles from './FilterBar.module.css'
import { filterText } from './filter-text.ts'
import type { ListView } from './list-view.ts'
import { labelIdsOf, type Reach, sourceIdOf } from './rule-parts.ts'
import { useLabelFilterText, useSourceFilterText } from './use-filter-text.ts'

interface FilterChipsProps {
  view: ListView
  /** Opens the builder. */
  onOpen: () => void
}

/** The filters of the panel that are set, in words. */
function useParts(view: ListView) {
  const t = useWords(text)
  const sayDays = useDaysText()
  const f = useWords(filterText)
  const { updated, created, labels, source, reach } = view.filters
  const ofLabels = useLabelFilterText(labelIdsOf(labels))
  const ofSource = useSourceFilterText(sourceIdOf(source))
  const days = { updated: readDays(updated), created: readDays(created) }
  return [
    ...(ofLabels ? [{ name: 'labels' as const, ...ofLabels }] : []),
    ...(ofSource ? [{ name: 'source' as const, ...ofSource }] : []),
    ...(reach ? [{ name: 'reach' as const, title: f.lineReach, said: f[reach as Reach] }] : []),
    ...(days.updated ? [{ name: 'updated' as const, title: t.updatedAt, said: sayDays(days.updated) }] : []),
    ...(days.created ? [{ name: 'created' as const, title: t.createdAt, said: sayDays(days.created) }] : []),
  ]
}

/** A chip for each filter that is set; what the panel has no place for is a sentence. */
export function FilterChips({ view, onOpen }: FilterChipsProps) {
  const t = useWords(text)
  const without = (gone: string) =>
    view.show({ filters: Object.fromEntries(Object.entries(view.filters).filter(([name]) => name !== gone)) })
  return (
    <div className={styles.chips}>
      {useParts(view).map(({ name, title, said }) => (
        <span key={name} className={styles.chip}>
          <span title={said}>
            {title} <strong>{said}</strong>
          </span>
          <button type="button" aria-label={t.removeFilter({ name: title })} onClick={() => without(name)}>
            <IconX size={14} stroke={1.6} />
          </button>
        </span>
      ))}
      {view.rest.length > 0 && <RuleChips view={view} onOpen={onOpen} />}
    </div>
  )
}

/** Sentences that stand side by side; the builder shows the rest. */
const MOST = 2

/** The rules that the panel has no place for, each as a sentence that opens the builder. */
function RuleChips({ view, onOpen }: FilterChipsProps) {
  const t = useWords(text)
  const f = useWords(filterText)
  const { say } = useRuleSentence(useRuleOptions())
  const left = view.rest.length - MOST
  return (
    <>
      {view.rest.slice(0, MOST).map((rule, place) => {
        const said = isShownRule(rule) ? say(rule) : '…'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rules may say the same
          <span key={place} className={styles.chip}>
            <button type="button" className={styles.open} title={said} onClick={onOpen}>
              <strong>{said}</strong>
            </button>
            <button type="button" aria-label={t.removeFilter({ name: said })} onClick={() => view.dropRest(place)}>
              <IconX size={14} stroke={1.6} />
            </button>
          </span>
        )
      })}
      {left > 0 && (
        <span className={styles.chip}>
          <button
            type="button"
            className={styles.open}
            aria-label={f.openRules({ count: view.rest.length })}
            onClick={onOpen}
          >
            <strong>{f.more({ count: left })}</strong>
          </button>
        </span>
      )}
    </>
  )
}
