import { Switch } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { useWrite } from '../../data/api.ts'
import { formatBoolean } from '../../data/format.ts'
import { usePreferences } from '../../data/preferences.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { useMayCall } from '../../ui/may.ts'
import styles from './SegmentState.module.css'
import type { Segment } from './segment.ts'
import { segmentText } from './segment-text.ts'

interface SegmentSwitchProps {
  segment: Segment
  which: 'display' | 'autoApply'
  /** True if its label is next to it. */
  labelled?: boolean
}

/** Switch for display or automatic calculation. Turns at once, and back if refused. */
export function SegmentSwitch({ segment, which, labelled = false }: SegmentSwitchProps) {
  const t = useWords(segmentText)
  const { language } = usePreferences()
  const display = useWrite(labels.setDisplay, { quiet: true })
  const autoApply = useWrite(segments.setAutoApply, { quiet: true })
  const may = useMayCall(labels.setDisplay)
  const write = which === 'display' ? display : autoApply
  const stored = which === 'display' ? segment.displayEnabled : segment.autoApplyEnabled
  const shown = write.isPending ? write.variables.body.value : stored
  const turn = async (value: boolean) => {
    try {
      await write.mutateAsync({ params: { id: segment.id }, body: { value } })
    } catch (error) {
      if (isApiError(error)) alerts.error(error.message, { title: t[which] })
    }
  }
  if (which === 'autoApply' && segment.type === 'general') return <span aria-hidden>{EMPTY}</span>
  const state = formatBoolean(stored, language)
  if (!may) return <span>{labelled ? `${t[which]}: ${state}` : state}</span>
  return (
    <span className={styles.switch}>
      <Switch
        size="xs"
        classNames={{ track: shown ? undefined : styles.off }}
        {...(labelled ? { label: t[which] } : { 'aria-label': `${t[which]}: ${segment.name}` })}
        checked={shown}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
    </span>
  )
}
