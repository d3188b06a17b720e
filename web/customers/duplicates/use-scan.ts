import { profileDuplicateJobs, profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { jobs } from '@ruam/contract/jobs.ts'
import { useEffect, useRef } from 'react'
import { watchJob } from '../../background/jobs/watch-job.ts'
import { useRead, useRefresh, useWrite } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'

const POLL_MS = 1500

/** The scan of the store: beginning one, and how far the one at work is. `scanning`: as the list says. */
export function useScan(scanning: boolean) {
  const refresh = useRefresh()
  const begin = useWrite(profileDuplicates.scan, { refreshes: [jobs.list] })
  const mayRead = useMayCall(jobs.list)
  const active = useRead(
    jobs.list,
    { query: { active: 'true', limit: 0 } },
    { enabled: scanning && mayRead, poll: () => (scanning ? POLL_MS : false) },
  )
  const job = scanning
    ? active.data?.data.find(({ kind }) => kind === profileDuplicateJobs.duplicate_scan.kind)
    : undefined
  const known = useRef(false)
  useEffect(() => {
    if (job) known.current = true
    else if (known.current && active.data) {
      // It was there a moment ago: what it found is there now.
      known.current = false
      void refresh(profileDuplicates.list)
    }
  }, [job, active.data, refresh])
  // Scans that began and ended between two polls show only in the list.
  useEffect(() => {
    if (!scanning) return
    const timer = setInterval(() => void refresh(profileDuplicates.list), 2 * POLL_MS)
    return () => clearInterval(timer)
  }, [scanning, refresh])
  return {
    scanning,
    starting: begin.isPending,
    job,
    start: () => begin.mutate({}, { onSuccess: ({ jobId }) => watchJob(jobId) }),
  }
}
