import { Button } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { type WorkListKind, workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { IconArrowBackUp, IconCheck, IconMessageCircle, IconPhone, IconTag } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall, useMayOpen } from '../../ui/may.ts'
import { useGo } from '../../ui/route.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useNameOf, type WorkRow } from './item.ts'
import { text } from './text.ts'
import { useMark } from './use-mark.ts'
import styles from './WorkList.module.css'

const BulkDialog = lazyPart(async () => ({
  default: (await import('../../customers/profiles/list/BulkDialog.tsx')).BulkDialog,
}))
const icon = { size: 16, stroke: 1.6 }

interface WorkBarProps {
  kind: WorkListKind
  rows: readonly WorkRow[]
  /** Rows of the tab of done ones. */
  done: boolean
  open: number
  onEnd: () => void
}

/** Actions on selected customers of a work list. */
export function WorkBar({ kind, rows, done, open, onEnd }: WorkBarProps) {
  const t = useWords(text)
  const go = useGo()
  const nameOf = useNameOf()
  const mark = useMark(kind)
  const [labelling, setLabelling] = useState(false)
  const mayTick = useMayCall(workListCalls.mark)
  const mayMarkNote = useMayCall(profileActivities.markNote)
  const mayEdit = useMayCall(profiles.update)
  const maySeeLabels = useMayCall(labels.list)
  const maySend = useMayOpen('broadcast-create')
  const phone = usePhone()
  const people = [...new Map(rows.map((row) => [row.profileId, row])).values()]
  const reached = people.filter(({ line }) => line)
  const end = (ended: boolean) => ended && onEnd()
  return (
    <section className={styles.bar} aria-label={t.bar}>
      <span className={styles.count} aria-live="polite">
        {t.selected({ count: rows.length })}
        {rows.length === 1 && <em>{nameOf(rows[0]!)}</em>}
      </span>
      <Button variant="subtle" onClick={onEnd}>
        {t.clear}
      </Button>
      {maySend && <span className={styles.reach}>{t.lineReach({ count: reached.length })}</span>}
      <div className={styles.actions}>
        <CallButton people={people} />
        {maySend && (
          <Button
            leftSection={<IconMessageCircle {...icon} />}
            disabled={reached.length === 0}
            onClick={() =>
              go({
                to: 'broadcast-create',
                state: () => ({ sendTo: { people: reached.map((row) => ({ id: row.profileId, name: row.name })) } }),
              })
            }
          >
            {phone ? 'LINE' : t.line}
          </Button>
        )}
        {mayEdit && maySeeLabels && (
          <Button leftSection={<IconTag {...icon} />} onClick={() => setLabelling(true)}>
            {t.label}
          </Button>
        )}
        {(kind === 'follow-ups' ? mayMarkNote : mayTick) &&
          (done ? (
            <Button
              leftSection={<IconArrowBackUp {...icon} />}
              loading={mark.busy}
              onClick={() => void mark.reopen(rows).then(end)}
            >
              {t.reopen}
            </Button>
          ) : (
            <Button
              variant="filled"
              leftSection={<IconCheck {...icon} />}
              loading={mark.busy}
              onClick={() => void mark.finish(rows, open - rows.length).then(end)}
            >
              {phone ? t.doneShort : t.done({ count: rows.length })}
            </Button>
          ))}
      </div>
      {labelling && (
        <Suspense>
          <BulkDialog
            kind="add_labels"
            target={{ ids: people.map(({ profileId }) => profileId) }}
            onClose={() => setLabelling(false)}
            onStarted={() => setLabelling(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Calls the selected customers one by one: each press is the next. */
function CallButton({ people }: { people: readonly WorkRow[] }) {
  const t = useWords(text)
  const nameOf = useNameOf()
  const phone = usePhone()
  const [last, setLast] = useState<number>()
  const callable = people.filter(({ phone }) => phone)
  const next = callable[(callable.findIndex(({ profileId }) => profileId === last) + 1) % callable.length]
  if (!next)
    return (
      <Button leftSection={<IconPhone {...icon} />} disabled>
        {t.call}
      </Button>
    )
  return (
    <Button
      component="a"
      href={`tel:${next.phone}`}
      leftSection={<IconPhone {...icon} />}
      aria-label={t.callNamed({ name: nameOf(next) })}
      onClick={() => setLast(next.profileId)}
    >
      {callable.length > 1 && !phone ? t.callNamed({ name: nameOf(next) }) : t.call}
    </Button>
  )
}
