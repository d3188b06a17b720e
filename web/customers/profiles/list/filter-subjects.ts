import { useStore } from '../../../data/session.ts'
import { useWords } from '../../../data/text.ts'
import { text as ruleText } from '../../rules/text.ts'
import type { RuleOptions } from '../../rules/use-rule-options.ts'
import { text } from '../text.ts'
import { filterText } from './filter-text.ts'

export interface FilterSubject {
  /** As `subjectOf` names it. */
  value: string
  label: string
}
interface SubjectGroup {
  title: string
  items: FilterSubject[]
}

const PHONE = 'profile 9'
const often: readonly string[] = ['label', PHONE, 'channel lineOA', 'time updated']

/** Everything that the list is filtered by, in groups; the usual ones first. */
export function useFilterSubjects(options: RuleOptions): SubjectGroup[] {
  const t = useWords(text)
  const r = useWords(ruleText)
  const f = useWords(filterText)
  const hasFacebook = useStore().flags?.facebook === true
  const named = (kind: string, known: readonly { id: number; name: string }[]) =>
    known.map(({ id, name }) => ({ value: `${kind} ${id}`, label: name }))
  const titled = (known: RuleOptions['system']) =>
    known.map(({ id, title }) => ({ value: `profile ${id}`, label: title }))
  const groups: SubjectGroup[] = [
    {
      title: r.ofLabels,
      items: options.labels.length > 0 ? [{ value: 'label', label: f.labelsOrSegments }] : [],
    },
    { title: r.ofProfile, items: titled(options.system) },
    { title: r.ofOwn, items: titled(options.own) },
    { title: r.ofActivities, items: named('activity', options.types) },
    {
      title: r.ofRecord,
      items: [
        { value: 'time updated', label: t.updatedAt },
        { value: 'time created', label: t.createdAt },
      ],
    },
    {
      title: r.ofChannels,
      items: [
        { value: 'channel lineOA', label: f.lineReach },
        ...(hasFacebook ? [{ value: 'channel facebook', label: r.facebook }] : []),
      ],
    },
    { title: r.ofConsents, items: named('consent', options.purposes) },
    { title: r.ofBroadcasts, items: named('broadcast', options.broadcasts) },
    { title: r.ofSources, items: named('source', options.sources) },
  ]
  const all = groups.flatMap(({ items }) => items)
  const usual = often.flatMap((value) => all.find((one) => one.value === value) ?? [])
  return [
    { title: f.often, items: usual },
    ...groups.map(({ title, items }) => ({ title, items: items.filter(({ value }) => !often.includes(value)) })),
  ].filter(({ items }) => items.length > 0)
}
