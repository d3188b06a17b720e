import { dataSources } from '@ruam/contract/data-sources.ts'
import { useSearch } from '@tanstack/react-router'
import { type Got, useRead } from '../core/api.ts'
import { isRunning } from './stages.ts'

/** A data source with its file and its latest runs. */
export type Source = Got<typeof dataSources.get>
export type Run = Got<typeof dataSources.getRun>

/** Milliseconds between two looks at work that is under way. */
export const POLL_MS = 800

const loading = ['ready_to_load', 'waiting_for_load', 'loading'] as const

/** The data source that the wizard's address names. */
export function useSourceId(): number | undefined {
  const { id } = useSearch({ strict: false }) as { id?: string }
  return id && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined
}

/** A data source, looked at again and again while it is being loaded or run. */
export function useSource(id: number | undefined) {
  return useRead(
    dataSources.get,
    { params: { id: id ?? 0 } },
    {
      enabled: id !== undefined,
      poll: (source) => {
        if (!source) return false
        return isRunning(source.status) || loading.some((status) => status === source.status) ? POLL_MS : false
      },
    },
  )
}

/** A run, looked at again and again until it is over. */
export function useRun(id: number, runId: string | null | undefined) {
  return useRead(
    dataSources.getRun,
    { params: { id, runId: runId ?? '' } },
    { enabled: Boolean(runId), poll: (run) => (run && !isOver(run) ? POLL_MS : false) },
  )
}

/** Whether a run has come to its end, whichever. */
export const isOver = (run: Pick<Run, 'status'>) => run.status !== 'pending' && run.status !== 'processing'
