import { importRun } from '@ruam/contract/imports/run.ts'
import { useRead } from '../../../data/api.ts'
import { askedAs, type RunDetail } from '../use-source.ts'

/** Milliseconds between two looks while segments are calculated. */
const LOOK_MS = 3000

/** Values and segments that an ended run changed. */
export const useRunChanges = (id: number, { runId, kind, undoneAt }: RunDetail) =>
  useRead(
    importRun.changes,
    { params: { id, runId }, query: askedAs(kind) },
    { staleTime: 60_000, enabled: undoneAt === null, poll: (found) => (found?.segments?.pending ? LOOK_MS : false) },
  ).data
