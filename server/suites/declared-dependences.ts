import type { CallName } from './calls.ts'

/** Calls whose answers may depend on values that the caller may not read, and why (decision 16). */
interface DeclaredDependence {
  calls: readonly CallName[]
  /** Dependences for staff, or answers that the specification's older calls fix. */
  kind: 'number of a closed segment' | 'pairs of duplicates' | 'act of a reader' | 'older call'
  /** Fields that may be closed. */
  fields: string
  reason: string
}

export const declaredDependences: readonly DeclaredDependence[] = [
  {
    calls: [
      ...(['labels.list', 'labels.get', 'segments.size', 'broadcasts.target', 'broadcasts.list'] as const),
      ...(['broadcasts.get', 'labels.update', 'labels.setDisplay', 'segments.setAutoApply'] as const),
    ],
    kind: 'number of a closed segment',
    fields: 'any field of a rule',
    reason:
      'A closed segment stays an audience for staff, with its number of members and the counts of broadcasts to it.',
  },
  {
    calls: [
      ...(['profileDuplicates.list', 'profileDuplicates.get', 'profileDuplicates.compare'] as const),
      ...(['profileDuplicates.create', 'profileDuplicates.merge', 'profileDuplicates.mergeChosen'] as const),
      'dashboard.todo',
    ],
    kind: 'pairs of duplicates',
    fields: 'citizen id, and values that only one of two customers has',
    reason: 'For staff who may merge: a closed field may have counted in score and order. Its reason is not named.',
  },
  {
    calls: [
      ...(['dataSources.list', 'dataSources.get', 'importRun.runs', 'importRun.getRun', 'importRun.result'] as const),
      ...(['importRun.records', 'jobs.list', 'jobs.get', 'profileHistory.list'] as const),
      ...(['notifications.list', 'auditLog.list', 'auditLog.topics'] as const),
    ],
    kind: 'act of a reader',
    fields: 'fields of an import, a bulk change or a conversion',
    reason:
      'A person who may read the field ran it. Counts, statuses of rows and the entry in the history follow from that.',
  },
  {
    calls: [
      ...([
        'olderLabels.list',
        'olderLabels.get',
        'olderLabels.update',
        'olderDataSources.log',
        'olderDataSources.logs',
      ] as const),
      ...(['olderBroadcasts.list', 'olderBroadcasts.get', 'olderBroadcasts.target'] as const),
      ...(['olderDashboard.total', 'olderDashboard.statistic'] as const),
    ],
    kind: 'older call',
    fields: 'any field of a rule',
    reason: 'The specification fixes the number of people of a label and of a broadcast, and the counts of imports.',
  },
]
