import { lazyPart } from '../core/lazy-part.ts'

const JobsIndicator = lazyPart(() => import('../jobs/JobsIndicator.tsx'))
const ExportsButton = lazyPart(() => import('../exports/ExportsButton.tsx'))
const Bell = lazyPart(() => import('./Bell.tsx'))

/** What the header tells beside the page. Each comes by itself: the first page names one small file alone. */
export default function Notices() {
  return (
    <>
      <JobsIndicator />
      <ExportsButton />
      <Bell />
    </>
  )
}
