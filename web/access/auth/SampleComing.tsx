import { Button } from '@mantine/core'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { SAMPLE_CUSTOMERS, SAMPLE_SOURCES } from '@ruam/contract/platform/constants.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import door from '../../app/DoorFrame.module.css'
import { call } from '../../data/api.ts'
import { openStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { usePace, useRemainingTime } from '../../ui/use-remaining-time.ts'
import { WorkProgress } from '../../ui/WorkProgress.tsx'
import { setUpText } from './set-up-text.ts'

const LOOK_MS = 500

const LONGEST_MS = 60_000

/** Completed share of the work by state of a data source. */
const behind: Partial<Record<string, number>> = {
  ready_to_map: 0.2,
  ready: 0.4,
  waiting: 0.6,
  processing: 0.7,
  success: 1,
}

/** Progress of the sample data; continues into the store when complete, or on request. */
export function SampleComing({ storeId }: { storeId: number }) {
  const t = useWords(setUpText)
  const navigate = useNavigate()
  const [{ share, customers }, setFar] = useState({ share: 0, customers: 0 })
  const left = useRemainingTime()(usePace(share))
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

/** Progress of the sample data: 0 to 1, and customers so far. */
interface SoFar {
  share: number
  customers: number
}

/** Waits until the sample data of a new store is there; not for ever, for it is made behind the screens. Never throws. */
async function sampleReady(storeId: number, onFar: (far: SoFar) => void, left: AbortSignal): Promise<void> {
  const until = Date.now() + LONGEST_MS
  try {
    await openStore(storeId)
    while (Date.now() < until && !left.aborted) {
      const { data } = await call(dataSources.list, { query: {} })
      const { totalAll: customers } = await call(profiles.list, { query: { limit: '1' } })
      const steps = data.reduce((sum, { status }) => sum + (behind[status] ?? 0.1), 0) / SAMPLE_SOURCES
      onFar({ share: (steps + Math.min(1, customers / SAMPLE_CUSTOMERS)) / 2, customers })
      if (data.length >= SAMPLE_SOURCES && data.every(({ status }) => status === 'success')) return
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
  } catch {
    // The store's own screens say what is wrong.
  }
}
