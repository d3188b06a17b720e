import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { SearchSelect } from '../../ui/SearchSelect.tsx'
import type { OpenRule } from './draft.ts'
import styles from './Rules.module.css'
import { ruleAbout, subjectOf } from './subjects.ts'
import { text } from './text.ts'
import { useOptions } from './use-rule-options.ts'

interface SubjectProps {
  rule: OpenRule
  autoFocus: boolean
  onChoose: (rule: OpenRule) => void
}

/** Subject of a rule, in groups. */
export function Subject({ rule, autoFocus, onChoose }: SubjectProps) {
  const t = useWords(text)
  const options = useOptions()
  const { system, own, labels, types, sources, purposes, broadcasts } = options
  const hasFacebook = useStore().flags?.facebook === true
  const chosen = rule.kind === 'none' ? '' : subjectOf(rule)
  const named = (kind: string, known: readonly { id: number; name: string }[]) =>
    known.map(({ id, name }) => ({ value: `${kind} ${id}`, label: name }))
  const titled = (known: typeof system) => known.map(({ id, title }) => ({ value: `profile ${id}`, label: title }))
  const groups = [
    { group: t.ofActivities, items: named('activity', types) },
    { group: t.ofLabels, items: labels.length > 0 ? [{ value: 'label', label: t.label }] : [] },
    { group: t.ofProfile, items: titled(system) },
    { group: t.ofOwn, items: titled(own) },
    { group: t.ofConsents, items: named('consent', purposes) },
    {
      group: t.ofRecord,
      items: [
        { value: 'time created', label: t.created },
        { value: 'time updated', label: t.updated },
      ],
    },
    {
      group: t.ofChannels,
      items: [
        { value: 'channel lineOA', label: t.lineOa },
        ...(hasFacebook ? [{ value: 'channel facebook', label: t.facebook }] : []),
      ],
    },
    { group: t.ofBroadcasts, items: named('broadcast', broadcasts) },
    { group: t.ofSources, items: named('source', sources) },
  ].filter(({ items }) => items.length > 0)
  const choose = (value: string) => onChoose(ruleAbout(value, options))
  const known = chosen === '' || groups.some(({ items }) => items.some(({ value }) => value === chosen))
  const gone = options.known ? t.gone : '…'
  return (
    <SearchSelect
      size="sm"
      className={styles.searched}
      data-empty={chosen === '' || undefined}
      data-subject
      aria-label={t.subject}
      autoFocus={autoFocus}
      value={chosen || null}
      placeholder={t.chooseSubject}
      nothingFoundMessage={t.noSubject}
      data={known ? groups : [{ value: chosen, label: gone }, ...groups]}
      onPick={choose}
    />
  )
}
