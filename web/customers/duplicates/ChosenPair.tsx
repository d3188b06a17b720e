import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { useRead } from '../../data/api.ts'
import { Bones } from '../../ui/Bones.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import type { Merged } from './MergedNote.tsx'
import { MergeForm } from './MergeForm.tsx'
import { PairDetail, PairHead } from './PairDetail.tsx'

interface ChosenPairProps {
  profileIds: readonly [number, number]
  onNext: (merged?: Merged) => void
  onUndone: () => void
  onBack: () => void
}

/** Two customers chosen in the list: a pair of the queue if they are one, else not in it. */
export function ChosenPair({ profileIds: [low, high], onNext, onUndone, onBack }: ChosenPairProps) {
  const read = useRead(profileDuplicates.compare, { query: { low: String(low), high: String(high) } })
  const { data: pair, error } = read
  if (error && (!pair || error.status === 404 || error.status === 409))
    return <ErrorBanner message={error.message} onRetry={() => void read.refetch()} busy={read.isFetching} />
  if (!pair) return <Bones />
  if (pair.id !== null)
    return (
      <PairDetail id={pair.id} next={undefined} decided={false} onNext={onNext} onUndone={onUndone} onBack={onBack} />
    )
  return (
    <MergeForm
      pair={pair}
      head={<PairHead pair={pair} onBack={onBack} />}
      hasNext={false}
      onNext={onNext}
      onUndone={onUndone}
    />
  )
}
