import { lazyPart } from '../../ui/lazy-part.ts'
import { usePhone } from '../../ui/use-phone.ts'

const JobsIndicator = lazyPart(() => import('../jobs/JobsIndicator.tsx'))
const ExportsButton = lazyPart(() => import('../exports/ExportsButton.tsx'))
const Bell = lazyPart(() => import('./Bell.tsx'))
const PhoneBell = lazyPart(() => import('./PhoneBell.tsx'))

/** What the header tells beside the page. Each comes by itself: the first page names one small file alone. */
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
