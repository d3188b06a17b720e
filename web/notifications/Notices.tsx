import { lazy } from 'react'

const JobsIndicator = lazy(() => import('../jobs/JobsIndicator.tsx'))
const ExportsButton = lazy(() => import('../exports/ExportsButton.tsx'))
const Bell = lazy(() => import('./Bell.tsx'))

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
