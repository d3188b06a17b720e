import { labels } from '@ruam/contract/customers/labels.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { IconX } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { isVisibleRule } from '../../rules/rule-shape.ts'
import { useRuleOptions } from '../../rules/use-rule-options.ts'
import { useRuleSentence } from '../../rules/use-rule-sentence.ts'
import { readDays } from '../day-range.ts'
import { text } from '../text.ts'
import { useDaysText } from '../use-days-text.ts'
import styles from './FilterBar.module.css'
import { subjectOfRule } from './filter-rules.ts'
import { filterText } from './filter-text.ts'
import type { ListView } from './list-view.ts'
import { labelIdsOf, type ReachFilter, sourceIdOf } from './rule-parts.ts'

interface FilterChipsProps {
  view: ListView
  /** Opens the builder of nested conditions. */
  onBuild: () => void
  /** Opens the values of a subject under a chip. */
  onEdit: (subject: string, at: HTMLElement) => void
}

const subjects = {
  labels: 'label',
  reach: 'channel lineOA',
  updated: 'time updated',
  created: 'time created',
} as const

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
    ...(reach ? [{ name: 'reach' as const, title: f.lineReach, said: f[reach as ReachFilter] }] : []),
    ...(days.updated ? [{ name: 'updated' as const, title: t.updatedAt, said: sayDays(days.updated) }] : []),
    ...(days.created ? [{ name: 'created' as const, title: t.createdAt, said: sayDays(days.created) }] : []),
  ]
}

/** A chip for each filter that is set. A click edits it, its cross takes it away. */
export function FilterChips({ view, onBuild, onEdit }: FilterChipsProps) {
  const without = (gone: string) =>
    view.show({ filters: Object.fromEntries(Object.entries(view.filters).filter(([name]) => name !== gone)) })
  return (
    <ul className={styles.chips}>
      {useParts(view).map(({ name, title, said }) => (
        <Chip
          key={name}
          title={title}
          onEdit={(at) => onEdit(name === 'source' ? `source ${sourceIdOf(view.filters.source)}` : subjects[name], at)}
          onRemove={() => without(name)}
        >
          {title} <strong>{said}</strong>
        </Chip>
      ))}
      {view.rest.length > 0 && <RuleChips view={view} onBuild={onBuild} onEdit={onEdit} />}
    </ul>
  )
}

interface ChipProps {
  title: string
  onEdit: (at: HTMLElement) => void
  onRemove: () => void
  children: ReactNode
}

function Chip({ title, onEdit, onRemove, children }: ChipProps) {
  const f = useWords(filterText)
  return (
    <li className={styles.chip}>
      <button
        type="button"
        className={styles.open}
        onPointerEnter={() => void import('./FilterFields.tsx').catch(() => undefined)}
        onClick={({ currentTarget }) => onEdit(currentTarget)}
      >
        {children}
      </button>
      <button type="button" aria-label={f.removeFilter({ name: title })} onClick={onRemove}>
        <IconX size={14} stroke={1.6} />
      </button>
    </li>
  )
}

/** Other conditions: the subject in grey, what is asked of it strong. Nested ones open the builder. */
function RuleChips({ view, onBuild, onEdit }: FilterChipsProps) {
  const { say, pieces } = useRuleSentence(useRuleOptions())
  return view.rest.map((rule, place) => {
    const shown = isVisibleRule(rule)
    const subject = subjectOfRule(rule)
    const said = shown ? pieces(rule) : [{ text: '…', strong: false }]
    const first = subject === undefined ? -1 : said.findIndex(({ strong }) => strong)
    const values = said.some(({ strong }, part) => strong && part > first)
    return (
      <Chip
        // biome-ignore lint/suspicious/noArrayIndexKey: two rules may say the same
        key={place}
        title={first >= 0 ? said[first]!.text : shown ? say(rule) : '…'}
        onEdit={(at) => (subject === undefined || !shown ? onBuild() : onEdit(subject, at))}
        onRemove={() => view.dropRest(place)}
      >
        {said.map(({ text, strong }, part) => {
          const Tag = part !== first && (strong || !values) ? 'strong' : Fragment
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence never changes its order
          return <Tag key={part}>{text}</Tag>
        })}
      </Chip>
    )
  })
}

/** Every label and segment of the store, by name; for people who may read them. */
function useEveryLabel(enabled: boolean) {
  const mayRead = useMayCall(labels.list)
  return useRead(
    labels.list,
    { query: { offset: 0, limit: -1, sortBy: 'name', sortDirection: 'asc' } },
    { enabled: enabled && mayRead, staleTime: 60_000 },
  )
}

/** The label filter in words: what it is about, and “VIP or Gold member”. */
function useLabelFilterText(ids: readonly number[]) {
  const t = useWords(filterText)
  const { data } = useEveryLabel(ids.length > 0)
  if (ids.length === 0) return undefined
  const chosen = data?.data.filter((label) => ids.includes(label.id)) ?? []
  const types = new Set(chosen.map((label) => label.type))
  const title = types.size === 2 ? t.filterBoth : types.has('advanced') ? t.filterSegments : t.filterLabels
  const said = chosen.length === ids.length && chosen.map((label) => label.name).join(t.or)
  return { title, said: said || t.someLabels({ count: ids.length }) }
}

/** The data source of the filter by its name. */
function useSourceFilterText(id: number | undefined) {
  const t = useWords(filterText)
  const mayRead = useMayCall(dataSources.list)
  const { data } = useRead(
    dataSources.get,
    { params: { id: id ?? 0 } },
    { enabled: id !== undefined && mayRead, staleTime: 60_000 },
  )
  if (id === undefined) return undefined
  return { title: t.filterSource, said: data?.name ?? t.someSource }
}
