import { jobEvent, jobs } from '@ruam/contract/jobs.ts'
import { type Got, usePatch, useRead } from '../../data/api.ts'
import { type Pushed, usePush } from '../../data/push.ts'
import { usePushPace } from '../../data/push-pace.ts'

export type JobView = Got<typeof jobs.get>

/** True while a job is waiting or active. */
export const isActive = ({ status }: Pick<JobView, 'status'>) => status === 'pending' || status === 'processing'

/** A job with what was pushed of it. */
export function withPushed<J extends JobView>(job: J, { jobId: _, kind: __, ...pushed }: Pushed<typeof jobEvent>): J {
  return { ...job, ...pushed }
}

/** A job, kept current until it is over: by what is pushed, and by looking where nothing is. */
export function useJob(jobId: number | undefined) {
  const sent = { params: { id: jobId ?? 0 } }
  const pace = usePushPace()
  const read = useRead(jobs.get, sent, {
    enabled: jobId !== undefined,
    poll: (job) => (job && isActive(job) ? pace.pause() : false),
  })
  const patch = usePatch(jobs.get, sent)
  usePush(jobEvent, (pushed) => {
    if (pushed.jobId !== jobId) return
    pace.note()
    patch((job) => withPushed(job, pushed))
    // Its end brings more with it than is pushed.
    if (!isActive(pushed)) read.refetch()
  })
  return read
}
