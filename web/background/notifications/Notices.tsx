import { lazyPart } from '../../ui/lazy-part.ts'
import { usePhone } from '../../ui/use-phone.ts'

const JobsIndicator = lazyPart(() => import('../jobs/JobsIndicator.tsx'))
const ExportsButton = lazyPart(() => import('../exports/ExportsButton.tsx'))
const Bell = lazyPart(() => import('./Bell.tsx'))
const PhoneBell = lazyPart(() => import('./PhoneBell.tsx'))

/** Notices of the header. Each is loaded separately, so that the first page loads one small file. */
export default function Notices() {
  if (usePhone()) return <PhoneBell />
  return (
    <>
      <JobsIndicator />
      <ExportsButton />
      <Bell />
    </>
  )
}
