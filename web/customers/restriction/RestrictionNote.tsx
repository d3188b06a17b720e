import { Button } from '@mantine/core'
import { profileRestriction } from '@ruam/contract/customers/restriction.ts'
import { IconLock } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './Restriction.module.css'
import { restrictionText } from './text.ts'

const RestrictionDialog = lazyPart(() => import('./RestrictionDialog.tsx'))

interface RestrictionNoteProps {
  profileId: number
  /** As the screen calls the customer. */
  name: string
  /** Start of the restriction. */
  since: string
}

/** Restriction of a customer with its reason, and the way to lift it. */
export default function RestrictionNote({ profileId, name, since }: RestrictionNoteProps) {
  const t = useWords(restrictionText)
  const format = useFormat()
  const mayLift = useMayCall(profileRestriction.lift)
  const [lifting, setLifting] = useState(false)
  const read = useRead(profileRestriction.get, { params: { id: profileId } }, { staleTime: 0 })
  const current = read.isPlaceholderData ? undefined : read.data?.current
  const date = format.dateTime(current?.at ?? since)
  return (
    <section className={styles.note} aria-label={t.restricted}>
      <IconLock size={18} stroke={1.8} aria-hidden />
      <div>
        <p>
          <strong>{t[current?.kind ?? 'restricted']}</strong>{' '}
          <small>{current?.by ? t.since({ date, by: current.by.name }) : t.sinceDate({ date })}</small>
        </p>
        {current && <p>{current.reason ?? t.noReason}</p>}
        <p>
          <small>{t.meaning}</small>
        </p>
      </div>
      {mayLift && <Button onClick={() => setLifting(true)}>{t.lift}</Button>}
      <Suspense>
        {lifting && <RestrictionDialog act="lift" {...{ profileId, name }} onClose={() => setLifting(false)} />}
      </Suspense>
    </section>
  )
}
