import { Button } from '@mantine/core'
import { SAMPLE_CUSTOMERS } from '@ruam/contract/platform/constants.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import door from '../../app/DoorFrame.module.css'
import { useWords } from '../../data/text.ts'
import { usePace, useTimeLeft } from '../../ui/use-time-left.ts'
import { WorkProgress } from '../../ui/WorkProgress.tsx'
import { sampleReady } from './sample-ready.ts'
import { setUpText } from './set-up-text.ts'

/** Progress of the sample data; continues into the store when complete, or on request. */
export function SampleComing({ storeId }: { storeId: number }) {
  const t = useWords(setUpText)
  const navigate = useNavigate()
  const [{ share, customers }, setFar] = useState({ share: 0, customers: 0 })
  const left = useTimeLeft()(usePace(share))
  const enter = () => void navigate({ to: `/${storeId}` as never })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is waited for once.
  useEffect(() => {
    const left = new AbortController()
    void sampleReady(storeId, setFar, left.signal).then(() => left.signal.aborted || enter())
    return () => left.abort()
  }, [storeId])
  return (
    <div className={door.card}>
      <h1>{t.ready}</h1>
      <WorkProgress
        title={t.sampleComing}
        share={share}
        detail={[t.sampleSoFar({ count: customers, all: SAMPLE_CUSTOMERS }), left].filter(Boolean).join(' · ')}
        note={t.sampleBehind}
        action={<Button onClick={enter}>{t.enter}</Button>}
      />
    </div>
  )
}
