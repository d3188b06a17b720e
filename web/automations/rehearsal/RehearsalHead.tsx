import { Button } from '@mantine/core'
import { automationRehearsals, rehearsalMonths } from '@ruam/contract/automations/rehearsal.ts'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { watchJob } from '../../background/jobs/watch-job.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LackedRights } from '../../ui/LackedRights.tsx'
import { useLackedRights, useMayCall } from '../../ui/may.ts'
import { option, PlainSelect } from '../../ui/PlainSelect.tsx'
import type { Automation } from '../automation.ts'
import styles from './Rehearsal.module.css'
import type { Rehearsal } from './rehearsal.ts'
import { rehearsalText } from './rehearsal-text.ts'

interface HeadProps {
  automation: Automation
  rehearsal: Rehearsal
}

/** The span of a rehearsal, and the way to another one. */
export function RehearsalHead({ automation, rehearsal }: HeadProps) {
  const t = useWords(rehearsalText)
  const format = useFormat()
  const { from, to, at } = rehearsal
  const may = useMayCall(automationRehearsals.start)
  const facts = [
    from && to && t.span({ from: format.date(from), to: format.date(to) }),
    at && t.at({ time: format.dateTime(at) }),
    t.nothing,
  ].filter(Boolean)
  return (
    <div className={styles.head}>
      <span>
        <IconHistory size={16} stroke={1.6} aria-hidden /> <strong>{t.title}</strong>{' '}
        <span className={styles.quiet}>{facts.join(' · ')}</span>
      </span>
      {may && <Again automation={automation} rehearsal={rehearsal} />}
    </div>
  )
}

/** Selection before the first rehearsal. */
export function RehearsalStart({ automation, rehearsal }: HeadProps) {
  const t = useWords(rehearsalText)
  const may = useMayCall(automationRehearsals.start)
  const lacked = useLackedRights(automationRehearsals.start)
  return (
    <EmptyState
      icon={IconHistory}
      title={t.noneTitle}
      text={t.noneText}
      action={may ? <Again automation={automation} rehearsal={rehearsal} first /> : <LackedRights rights={lacked} />}
    />
  )
}

function Again({ automation, rehearsal, first = false }: HeadProps & { first?: boolean }) {
  const t = useWords(rehearsalText)
  const start = useWrite(automationRehearsals.start)
  const [months, setMonths] = useState<(typeof rehearsalMonths)[number]>(
    rehearsalMonths.find((one) => one === rehearsal.months) ?? 12,
  )
  const seconds = rehearsal.seconds.find((one) => one.months === months)?.seconds
  const time = (count: number) => (count < 90 ? t.seconds({ count }) : t.minutes({ count: Math.round(count / 60) }))
  const run = () =>
    start.mutate({ params: { id: automation.id }, body: { months } }, { onSuccess: ({ jobId }) => watchJob(jobId) })
  return (
    <div className={styles.again} data-first={first || undefined}>
      <PlainSelect
        aria-label={t.length}
        value={months}
        onChange={({ currentTarget: { value } }) =>
          setMonths(rehearsalMonths.find((one) => String(one) === value) ?? 12)
        }
      >
        {rehearsalMonths.map((count) => ({ value: String(count), label: t.months({ count }) })).map(option)}
      </PlainSelect>
      <Button
        {...(first && { variant: 'filled' })}
        leftSection={<IconHistory size={16} stroke={1.6} />}
        loading={start.isPending}
        onClick={run}
      >
        {first ? t.start : t.again}
      </Button>
      {/* Has its room before it is known: a button that moves under the pointer loses the click. */}
      <span className={styles.quiet}>{seconds !== undefined && t.takes({ time: time(Math.max(1, seconds)) })}</span>
    </div>
  )
}
