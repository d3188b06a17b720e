import { Button } from '@mantine/core'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { ReactNode } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import styles from './PairDetail.module.css'
import { PairFields } from './PairFields.tsx'
import { type DuplicatePairView, groupSides } from './pair-view.ts'
import { text } from './text.ts'

interface SettledPairProps {
  pair: DuplicatePairView
  head: ReactNode
  onNext: () => void
}

const ignore = () => undefined

/** A pair that was merged or dismissed: what they are now, and the way back. */
export function SettledPair({ pair, head, onNext }: SettledPairProps) {
  const t = useWords(text)
  const format = useFormat()
  const undo = useWrite(profileDuplicates.undoMerge, { refreshes: [profiles.list] })
  const reopen = useWrite(profileDuplicates.create)
  const { merge } = pair
  // Awaited, for once the pair is read again this is gone, and with it the callbacks of its write. An alert shows errors.
  const takeBack = async (id: number) => {
    const done = await undo.mutateAsync({ params: { id } }).then(() => true, ignore)
    if (!done) return
    alerts.success(t.undone)
    onNext()
  }
  const review = async () => {
    const body = { profileIds: pair.profiles.map(({ id }) => id) }
    if (await reopen.mutateAsync({ body }).catch(ignore)) onNext()
  }
  return (
    <div className={styles.form}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t.differing}>
        {head}
        {merge && <p className={styles.quiet}>{t.mergedAt({ time: format.dateTime(merge.at) })}</p>}
        {merge && !merge.undoable && <p className={styles.quiet}>{t.notUndoable}</p>}
        <PairFields pair={pair} groups={groupSides(pair)} />
      </section>
      <footer className={styles.actions}>
        {merge?.undoable && (
          <Button loading={undo.isPending} onClick={() => void takeBack(merge.id)}>
            {t.undo}
          </Button>
        )}
        {pair.status === 'dismissed' && (
          <Button loading={reopen.isPending} onClick={() => void review()}>
            {t.reopen}
          </Button>
        )}
      </footer>
    </div>
  )
}
