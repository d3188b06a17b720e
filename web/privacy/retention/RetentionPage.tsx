import { Button } from '@mantine/core'
import { processingLine } from '@ruam/contract/privacy/processing-text.ts'
import { privacyRetention } from '@ruam/contract/privacy/retention.ts'
import { Suspense, useState } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { type Got, useRead } from '../../data/api.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { Unread } from '../../ui/Unread.tsx'
import styles from '../Parts.module.css'
import { PrivacyTabs } from '../PrivacyTabs.tsx'
import { QuietCustomers } from './QuietCustomers.tsx'
import { Rounds } from './Rounds.tsx'
import { retentionText } from './text.ts'

type Retention = Got<typeof privacyRetention.get>
type Rule = Retention['rules'][number]

/** Milliseconds. Hidden rows come back within minutes. */
const LOOK_MS = 15_000

const loadDialog = () => import('./PeriodDialog.tsx')
const PeriodDialog = lazyPart(loadDialog)

/** Periods after which data is deleted, what they hid, and customers without activity. */
export function RetentionPage() {
  const t = useWords(retentionText)
  const poll = (retention: Retention | undefined) =>
    retention?.rounds.some(({ state }) => state === 'returning') ? LOOK_MS : false
  const read = useRead(privacyRetention.get, {}, { staleTime: 0, poll })
  const retention = read.data
  return (
    <>
      <SettingTabs />
      <PrivacyTabs here="retention" />
      <Toolbar>
        <p className={styles.about}>{t.about}</p>
      </Toolbar>
      {read.error && retention && (
        <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />
      )}
      {retention ? <Parts retention={retention} /> : read.error ? <Unread read={read} /> : <Bones />}
    </>
  )
}

function Parts({ retention: { rules, rounds, fixed, activityTypes } }: { retention: Retention }) {
  const t = useWords(retentionText)
  const { formatNumber, date } = useFormat()
  const { language } = usePreferences()
  const [open, setOpen] = useState<Rule>()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label={t.title} tabIndex={0}>
      <div className={styles.part}>
        <h2>{t.periods}</h2>
        <ul>
          {rules.map((rule) => (
            <RuleRow key={rule.kind} rule={rule} onEdit={() => setOpen(rule)} />
          ))}
        </ul>
      </div>
      <Rounds rounds={rounds} />
      <QuietCustomers activityTypes={activityTypes} />
      <div className={styles.part}>
        <h2>{t.fixed}</h2>
        <ul>
          {fixed.map(({ key, days }) => {
            const line = { key: `period:${key}`, name: '', sensitive: false, facts: {} }
            return (
              <li key={key}>
                <span>{processingLine(line, { language, day: date, number: formatNumber }).name}</span>
                <p>{t.days({ count: days })}</p>
              </li>
            )
          })}
        </ul>
      </div>
      <Suspense>{open && <PeriodDialog rule={open} onClose={() => setOpen(undefined)} />}</Suspense>
    </section>
  )
}

/** Period of a kind of data, with who set it. */
function RuleRow({ rule: { kind, months, updatedAt, updatedBy }, onEdit }: { rule: Rule; onEdit: () => void }) {
  const t = useWords(retentionText)
  const { date } = useFormat()
  const maySet = useMayCall(privacyRetention.save)
  const by = updatedBy && updatedAt && t.by({ name: updatedBy.name, date: date(updatedAt) })
  return (
    <li>
      <span>{t[kind]}</span>
      <p>{[months === null ? t.forever : t.months({ count: months }), by].filter(Boolean).join(' · ')}</p>
      {maySet && (
        <Button
          size="compact-sm"
          aria-label={t.editOf({ name: t[kind] })}
          onPointerEnter={() => void loadDialog()}
          onClick={onEdit}
        >
          {t.edit}
        </Button>
      )}
    </li>
  )
}
