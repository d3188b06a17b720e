import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { useFollowActs } from '../acts/use-follow-acts.ts'
import Bell from './Bell.tsx'
import { SandboxBand } from './SandboxBand.tsx'
import { useLiveCustomers } from './use-live-customers.ts'

const JobsIndicator = lazyPart(() => import('../jobs/JobsIndicator.tsx'))
const ExportsButton = lazyPart(() => import('../exports/ExportsButton.tsx'))
const PhoneBell = lazyPart(() => import('./PhoneBell.tsx'))

/** Notices of the header. The bell comes with them, the others are loaded separately and do not delay it. */
export default function Notices() {
  useLiveCustomers()
  useFollowActs()
  const phone = usePhone()
  return (
    <>
      <SandboxBand />
      {phone ? <PhoneBell /> : <WideNotices />}
    </>
  )
}

function WideNotices() {
  return (
    <>
      <Suspense>
        <JobsIndicator />
      </Suspense>
      <Suspense>
        <ExportsButton />
      </Suspense>
      <Bell />
    </>
  )
}
