import type { Defect } from './defect.ts'

/** Defects of connectors and their failed items. */
export const connectorDefects: Defect[] = [
  {
    title: 'a failed item is lost when its replay fails again',
    changes: [
      {
        file: 'server/ingest/connectors/dead-letters.ts',
        find: /replayed\.filter\(\(id\) => !failed\.includes\(id\)\)/,
        put: 'replayed.filter((id) => failed.length >= 0 && id > 0)',
      },
    ],
    suites: ['server/open-api/connectors/records.test.ts'],
  },
  {
    title: 'a field of an item that no field takes is not reported',
    changes: [
      {
        file: 'server/ingest/connectors/write-records.ts',
        find: /if \(kind !== null && !taken\.has\(path\)\) own\.add\(path\)/,
        put: 'if (kind !== null && !taken.has(path) && own.size < 0) own.add(path)',
      },
    ],
    suites: ['server/open-api/connectors/records.test.ts'],
  },
  {
    title: 'values of failed items are shown to everybody',
    changes: [
      {
        file: 'server/open-api/connectors/view-letters.ts',
        find: /value: isOpen\(path\) \? value : HIDDEN/,
        put: 'value: isOpen(path) ? value : HIDDEN && value',
      },
    ],
    suites: ['server/open-api/connectors/watched.test.ts'],
  },
  {
    title: 'refused requests to a connector are counted nowhere',
    changes: [
      {
        file: 'server/open-api/connectors/refused-requests.ts',
        find: /if \(!error \|\| request\.routeOptions\.url !== address\) return/,
        put: 'if (!error || request.routeOptions.url === address) return',
      },
    ],
    suites: ['server/open-api/connectors/watched.test.ts'],
  },
]
