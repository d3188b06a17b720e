import { ActionIcon } from '@mantine/core'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { IconChevronLeft } from '@tabler/icons-react'
import { type Ref, useEffect, useRef } from 'react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import type { Merged } from './MergedNote.tsx'
import { MergeForm } from './MergeForm.tsx'
import styles from './PairDetail.module.css'
import { type DuplicatePairView, pairNamesOf } from './pair-view.ts'
import { Reasons } from './Reasons.tsx'
import { SettledPair } from './SettledPair.tsx'
import { text } from './text.ts'

interface PairDetailProps {
  id: number
  /** The pair that comes after this one; it is fetched ahead. */
  next: number | undefined
  /** The pair before this one was decided on, and reading goes on here. */
  decided: boolean
  onNext: (merged?: Merged) => void
  /** The merge of the pair before was taken back. */
  onUndone: () => void
  onBack: (() => void) | undefined
}

/** The two profiles of a pair side by side, and what may be done about them. */
export function PairDetail({ id, next, decided, onNext, onUndone, onBack }: PairDetailProps) {
  const read = useRead(profileDuplicates.get, { params: { id } })
  useRead(profileDuplicates.get, { params: { id: next ?? 0 } }, { enabled: next !== undefined, staleTime: 10_000 })
  const heading = useRef<HTMLHeadingElement>(null)
  const there = read.data !== undefined
  // The button that had the focus is gone with the pair before.
  useEffect(() => {
    if (there && decided) heading.current?.focus({ preventScroll: true })
  }, [there, decided])
  if (read.error?.status === 404 || (read.error && !read.data))
    return <ErrorBanner message={read.error.message} onRetry={() => void read.refetch()} busy={read.isFetching} />
  const pair = read.data
  if (!pair) return <Bones />
  const head = <PairHead pair={pair} heading={heading} onBack={onBack} />
  return pair.status === 'open' ? (
    <MergeForm pair={pair} head={head} onNext={onNext} onUndone={onUndone} hasNext={next !== undefined} />
  ) : (
    <SettledPair pair={pair} head={head} onNext={onNext} />
  )
}

interface PairHeadProps {
  pair: DuplicatePairView
  heading?: Ref<HTMLHeadingElement>
  onBack: (() => void) | undefined
}

/** Title of a pair, and why it may be one person. */
export function PairHead({ pair, heading, onBack }: PairHeadProps) {
  const t = useWords(text)
  const [a, b] = pairNamesOf(pair, t.noName)
  return (
    <header className={styles.head}>
      {onBack && (
        <ActionIcon size={44} aria-label={t.backToPairs} onClick={onBack}>
          <IconChevronLeft size={20} stroke={1.6} />
        </ActionIcon>
      )}
      <h2 ref={heading} tabIndex={-1}>
        <span className="ruam-heard">{t.compare({ a, b })}</span>
      </h2>
      <Reasons pair={pair} />
    </header>
  )
}
