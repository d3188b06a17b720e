import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { segments } from '@ruam/contract/customers/segments.ts'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { alerts, UNDO_MS } from '../../../ui/alerts.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { useMayCall } from '../../../ui/may.ts'
import { LabelChips } from '../LabelChips.tsx'
import { serve } from '../serve-text.ts'
import { text } from '../text.ts'
import { useCalled } from '../use-called.ts'
import type { ListedProfile, ProfileLabel } from '../values.ts'
import { detail } from './detail-text.ts'
import styles from './ProfileDetail.module.css'

const loadPicker = () => import('../../labels/LabelPicker.tsx')
const SegmentReasons = lazyPart(async () => ({
  default: (await import('../../segments/why/SegmentReasons.tsx')).SegmentReasons,
}))
const LabelPicker = lazyPart(async () => ({ default: (await loadPicker()).LabelPicker }))

/** A customer's labels and segments. Labels are given and taken here; a segment follows its own rule. */
export function ProfileLabels({ profile, short = false }: { profile: ListedProfile; short?: boolean }) {
  const t = useWords(text)
  const d = useWords(detail)
  const mayRemove = useMayCall(profiles.removeLabel)
  const mayAdd = useMayCall(profiles.addLabels)
  const maySeeLabels = useMayCall(labels.list)
  const [adding, setAdding] = useState(false)
  const [reasons, setReasons] = useState(false)
  const label = useLabel(profile)
  const mayGive = mayAdd && maySeeLabels
  const button = useRef<HTMLButtonElement>(null)
  const chosen = useRef(false)
  const stop = () => {
    chosen.current = true
    setAdding(false)
  }
  useEffect(() => {
    // After a choice by keyboard the focus returns to where it was.
    if (!adding && chosen.current) button.current?.focus()
    chosen.current = false
  }, [adding])
  const take = (one: ProfileLabel) => {
    void label.take(one).catch(() => undefined)
    // The chip goes, and the focus with it.
    button.current?.focus({ preventScroll: true })
  }
  const called = useCalled()
  const maySeeWhy = useMayCall(segments.why)
  const inside = profile.labels.filter(({ type }) => type === 'advanced').map(({ id }) => id)
  return (
    <div className={styles.labelRow}>
      {profile.labels.length === 0 && !mayGive && <p className={styles.none}>{t.noLabels}</p>}
      <LabelChips labels={profile.labels} onRemove={mayRemove ? take : undefined} />
      {mayGive &&
        (adding ? (
          <Suspense>
            <LabelPicker
              open
              label={d.addLabel}
              value={[]}
              without={profile.labels.map(({ id }) => id)}
              onChange={(labelIds) => {
                for (const id of labelIds) void label.give(id).catch(() => undefined)
                stop()
              }}
              onLeave={() => setAdding(false)}
            />
          </Suspense>
        ) : (
          <button
            ref={button}
            type="button"
            className={styles.addLabel}
            data-paperless
            onPointerEnter={() => void loadPicker()}
            onClick={() => setAdding(true)}
          >
            <IconPlus size={14} stroke={1.6} />
            <span>
              {short ? d.addLabelShort : d.addLabel}
              {short && <span className="ruam-heard">{d.addLabelEnd}</span>}
            </span>
          </button>
        ))}
      {!short && maySeeWhy && (
        <button type="button" className={styles.addLabel} onClick={() => setReasons(true)}>
          <IconListCheck size={14} stroke={1.6} />
          {d.reasons}
        </button>
      )}
      {reasons && (
        <Suspense>
          <SegmentReasons
            profileId={profile.id}
            name={called(profile)}
            inside={inside}
            onClose={() => setReasons(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Gives a customer a label, or takes it away; the alert that says so takes that back. */
function useLabel(profile: ListedProfile) {
  const t = useWords(serve)
  const name = useCalled()(profile)
  const refreshes = [labels.list]
  const add = useWrite(profiles.addLabels, { refreshes })
  const remove = useWrite(profiles.removeLabel, { refreshes })
  const { id } = profile
  const give = (label: number) => add.mutateAsync({ params: { id }, body: { labelIds: [label] } })
  const take = (label: number) => remove.mutateAsync({ params: { id, label } })
  const given = (label: ProfileLabel) => t.labelGiven({ label: label.name, name })
  const taken = (label: ProfileLabel) => t.labelTaken({ label: label.name, name })

  const say = (label: ProfileLabel, done: string, undo: (label: number) => Promise<unknown>, undone: string) => {
    // A second tap on the same label says no more.
    const alert = { id: `label-${id}-${label.id}`, name }
    // The screen that it was done on may be gone by then.
    const onClick = () =>
      undo(label.id)
        .then(() => alerts.success(undone, alert))
        .catch(() => undefined)
    alerts.success(done, { ...alert, action: { label: t.undo, onClick }, autoClose: UNDO_MS })
  }
  return {
    give: async (labelId: number) => {
      const { labels } = await give(labelId)
      const label = labels.find((one) => one.id === labelId)
      if (label) say(label, given(label), take, taken(label))
    },
    take: async (label: ProfileLabel) => {
      await take(label.id)
      say(label, taken(label), give, given(label))
    },
  }
}
