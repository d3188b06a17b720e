import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { dataSourceEvent } from '@ruam/contract/imports/run-notices.ts'
import { useSearch } from '@tanstack/react-router'
import { type Got, usePatch, useRead } from '../../data/api.ts'
import { usePush } from '../../data/push.ts'
import { usePushPace } from '../../data/push-pace.ts'
import { isMoving } from './stages.ts'

/** A data source with its file and its latest runs. */
export type DataSourceOfStore = Got<typeof dataSources.get>
export type RunOfSource = Got<typeof importRun.runs>['data'][number]
/** A row of a run with its outcome. */
export type RecordOfRun = Got<typeof importRun.records>['data'][number]
/** A run with what it held back. */
export type RunDetail = Got<typeof importRun.getRun>

/** The data source that the wizard's address names. */
export function useSourceId(): number | undefined {
  const { id } = useSearch({ strict: false }) as { id?: string }
  return id && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : undefined
}

/** A data source, kept current while it is being loaded or run: by what is pushed, and by looking where nothing is. */
export function useSource(id: number | undefined) {
  const sent = { params: { id: id ?? 0 } }
  const pushed = usePushPace()
  const read = useRead(dataSources.get, sent, {
    enabled: id !== undefined,
    poll: (source) => (source && isMoving(source.status) ? pushed.pause() : false),
  })
  const patch = usePatch(dataSources.get, sent)
  usePush(dataSourceEvent, ({ datasourceId, status, loadProgress, run }) => {
    if (datasourceId !== id) return
    // While the first answer is under way nothing takes the news, and that answer may be older: it is soon looked again.
    if (patch((source) => ({ ...source, status, loadProgress: loadProgress ?? source.loadProgress }))) pushed.note()
    // Another status, and the end of a run or of its undo, bring more with them than is pushed.
    if (status !== read.data?.status || (run && isOver(run))) read.refetch()
  })
  return read
}

/** Parameters to read a run: a dry run's id stands for the real one started from it. */
export const requestedAs = (kind: RunOfSource['kind'] | undefined) => (kind === 'dry' ? { kind } : {})

/** A run, kept current until it is over. */
export function useRun(id: number, runId: string | null | undefined, kind?: RunOfSource['kind']) {
  const sent = { params: { id, runId: runId ?? '' }, query: requestedAs(kind) }
  const pushed = usePushPace()
  const read = useRead(importRun.getRun, sent, {
    enabled: Boolean(runId),
    poll: (run) => (run && !isOver(run) ? pushed.pause() : false),
  })
  const patch = usePatch(importRun.getRun, sent)
  usePush(dataSourceEvent, ({ run: news }) => {
    if (!news || news.runId !== runId) return
    if (patch((run) => ({ ...run, ...news }))) pushed.note()
    if (isOver(news)) read.refetch()
  })
  return read
}

/** True if a run has ended. */
export const isOver = (run: Pick<RunOfSource, 'status'>) => run.status !== 'pending' && run.status !== 'processing'
