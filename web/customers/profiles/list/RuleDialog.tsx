import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useState } from 'react'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormNote } from '../../../ui/FormNote.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { completeGroup } from '../../rules/complete-rule.ts'
import { type DraftGroup, isGroup, newGroup, ruleDraftOf } from '../../rules/draft.ts'
import { RuleBuilder } from '../../rules/RuleBuilder.tsx'
import { equalRules, type ScreenRule } from '../../rules/rule-address.ts'
import { isVisibleRule } from '../../rules/rule-shape.ts'
import { useRuleOptions } from '../../rules/use-rule-options.ts'
import styles from './FilterBar.module.css'
import { filterText } from './filter-text.ts'
import type { ListView } from './list-view.ts'
import { SaveAsSegment } from './SaveAsSegment.tsx'

const TYPING_MS = 400

const firstLevel = (root: DraftGroup) => root.items.find(isGroup)!

/** Everything that narrows the list, to be put together; the number of people follows. */
export function RuleDialog({ view, onClose }: { view: ListView; onClose: () => void }) {
  const t = useWords(filterText)
  const c = useWords(common)
  const phone = usePhone()
  const options = useRuleOptions()
  const [draft, setDraft] = useState(() =>
    newGroup([view.rule && isVisibleRule(view.rule) ? ruleDraftOf(view.rule) : newGroup()]),
  )
  const [tried, setTried] = useState(false)
  const { rule, holes } = completeGroup(firstLevel(draft))
  const blank = rule === undefined
  const apply = () => {
    // One empty condition is none: the list is shown as a whole.
    if (holes.size > 0 && !blank) return setTried(true)
    view.showRule(rule)
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t.title}
      size={980}
      fullScreen={phone ?? false}
      radius={phone ? 0 : 'xl'}
      transitionProps={{ duration: 0 }}
    >
      <div className={styles.dialogRule}>
        <RuleBuilder single value={draft} onChange={setDraft} options={options} holes={tried ? holes : undefined} />
      </div>
      <div className={styles.dialogFoot}>
        <Found rule={rule} deleted={view.filters.deleted === 'true'} whole={holes.size === 0} />
        <SaveAsSegment view={view} rule={holes.size === 0 ? rule : undefined} />
        <Button size="md" onClick={onClose}>
          {c.cancel}
        </Button>
        <Button size="md" variant="filled" onClick={apply} disabled={equalRules(rule, view.rule) && holes.size === 0}>
          {t.apply}
        </Button>
      </div>
    </Dialog>
  )
}

/** Matches of a complete rule. */
function Found({ rule, deleted, whole }: { rule: ScreenRule | undefined; deleted: boolean; whole: boolean }) {
  const t = useWords(filterText)
  const [text] = useDebouncedValue(JSON.stringify(rule ?? null), TYPING_MS)
  const asked = JSON.parse(text) as ScreenRule | null
  const read = useRead(
    profiles.query,
    { body: { limit: 1, filter: { ...(asked && { rule: asked }), ...(deleted && { deleted: true }) } } },
    { enabled: asked !== null },
  )
  if (!rule) return <p>{t.noRule}</p>
  if (read.error && !read.isFetching) return <FormNote message={read.error.message} />
  if (!read.data || read.isPlaceholderData) return <p aria-live="polite">{t.counting}</p>
  const { total, totalCapped } = read.data
  return (
    <p aria-live="polite" data-partial={!whole || undefined}>
      {(totalCapped ? t.foundMany : t.found)({ count: total })}
    </p>
  )
}
