import type { Defect } from './defect.ts'

/** Defects of the dashboard and of notifications. */
export const dashboardDefects: Defect[] = [
  {
    title: 'the days of the dashboard are those of Greenwich',
    changes: [
      {
        file: 'server/reports/dashboard/period.ts',
        find: /dayBegins\(end\.day, timeZone\) : dayEnds\(end\.day, timeZone\)/,
        put: "dayBegins(end.day, 'UTC') : dayEnds(end.day, 'UTC')",
      },
    ],
    suites: ['server/reports/dashboard'],
  },
  {
    title: 'the day that begins a month counts in the month before it too',
    changes: [{ file: 'server/reports/dashboard/spans.ts', find: /Math\.floor\(end/, put: 'Math.ceil(end' }],
    suites: ['server/reports/dashboard'],
  },
  {
    title: 'birthdays of yesterday stay in the morning, as the figures are young',
    changes: [
      {
        file: 'server/reports/dashboard/quality.ts',
        find: /timeZone\)\.today !== clockOf\(now, timeZone\)\.today/,
        put: "'UTC').today !== clockOf(now, 'UTC').today",
      },
    ],
    suites: ['server/reports/dashboard'],
  },
  {
    title: 'the bell shows a person’s export to everybody who may export',
    changes: [
      {
        file: 'server/notifications/queries.ts',
        find: /\(n\.user_id is null or n\.user_id = \$\{id\}\)/,
        put: 'true',
      },
    ],
    suites: ['server/notifications'],
  },
  {
    title: 'the bell does not ask for the right to what it tells',
    changes: [
      {
        file: 'server/notifications/queries.ts',
        find: /notices\.filter\(\(\{ readBy \}\) => may\(rights, readBy\)\)/,
        put: 'notices.filter(({ readBy }) => may(rights, readBy) || true)',
      },
    ],
    suites: ['server/notifications'],
  },
]
