import { dataSources } from '@ruam/contract/data-sources.ts'
import { useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { type Got, usePatch, useRead } from '../core/api.ts'
import { usePush, usePushAlive } from '../core/push.ts'
import { isMoving } from './stages.ts'

/** A data source with its file and its latest runs. */
export type Source = Got<typeof dataSources.get>
export type Run = Got<typeof dataSources.getRun>

/** Milliseconds between two looks at work that is under way. */
export const POLL_MS = 800

/** The data source that the wizard's address names. */
export function useSourceId(): number | undefined {
  const { id } = useSearch({ strict: false }) as { id?: string }
  return id && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined
}

/** The same while the push channel tells what happens in between. */
const RARE_POLL_MS = 15_000
/** Silence after which the channel is not relied on: what was told before somebody listened is told to nobody. */
const SILENT_MS = 4000

/** When something was last pushed, and how long to wait from then on between two looks. */
function usePushed() {
  const alive = usePushAlive()
  const heard = useRef(0)
  return {
    note: () => {
      heard.current = performance.now()
    },
    pause: () => (alive && performance.now() - heard.current < SILENT_MS ? RARE_POLL_MS : POLL_MS),
  }
}

/** A data source, kept current while it is being loaded or run: by what is pushed, and by looking where nothing is. */
export function useSource(id: number | undefined) {
  const sent = { params: { id: id ?? 0 } }
  const pushed = usePushed()
  const read = useRead(dataSources.get, sent, {
    enabled: id !== undefined,
    poll: (source) => (source && isMoving(source.status) ? pushed.pause() : false),
  })
  const patch = usePatch(dataSources.get, sent)
  usePush('datasource', ({ datasourceId, status, loadProgress }) => {
    if (datasourceId !== id) return
    pushed.note()
    patch((source) => ({ ...source, status, loadProgress: loadProgress ?? source.loadProgress }))
    // Another status brings more with it than is pushed.
    if (status !== read.data?.status) read.refetch()
  })
  return read
}

/** A run, kept current until it is over. */
export function useRun(id: number, runId: string | null | undefined) {
  const sent = { params: { id, runId: runId ?? '' } }
  const pushed = usePushed()
  const read = useRead(dataSources.getRun, sent, {
    enabled: Boolean(runId),
    poll: (run) => (run && !isOver(run) ? pushed.pause() : false),
  })
  const patch = usePatch(dataSources.getRun, sent)
  usePush('datasource', ({ run: told }) => {
    if (!told || told.runId !== runId) return
    pushed.note()
    patch((run) => ({ ...run, ...told }))
    if (isOver(told)) read.refetch()
  })
  return read
}

/** Whether a run has come to its end, whichever. */
export const isOver = (run: Pick<Run, 'status'>) => run.status !== 'pending' && run.status !== 'processing'
