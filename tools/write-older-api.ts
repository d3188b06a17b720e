// `npx node tools/write-older-api.ts`: writes docs/older-api.md, every call of the older API with the newer one.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dataSourceStatuses } from '@ruam/contract/imports/status.ts'
import { olderStatuses, statusesOf } from '@ruam/contract/older/words.ts'
import { olderCalls, successorOf } from '@ruam/contract/older-calls.ts'

export const olderApiFile = fileURLToPath(new URL('../docs/older-api.md', import.meta.url))

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
const code = (text: string) => `\`${text}\``

/** Content of docs/older-api.md. */
export function olderApiText(): string {
  const byCall = olderCalls().map((call) => {
    const newer = successorOf(call)
    return [
      code(`${call.method} /api${call.path}`),
      newer ? code(`${newer.method} /api${newer.path}`) : '',
      call.older!.differs?.[1] ?? 'The same.',
    ]
  })
  const words = olderStatuses.map((word) => [code(word || "''"), statusesOf(word).map(code).join(', ')])
  return `# The older API

Written by \`npx node tools/write-older-api.ts\` from the contract; a test holds it. Programs made for the older API work on the same data
as the newer calls, with the same permissions, masking, limits, audit log and errors. Every answer carries \`Deprecation\` (RFC 9745), a
\`Link\` to the newer call (\`rel="successor-version"\`), and \`Sunset\` (RFC 8594) once \`RUAM_OLDER_SUNSET\` sets a date. The audit log shows
owners who still uses which calls, with a patch for each person's program.

Lists take \`offset\`, \`limit\`, \`keyword\`, \`sort_by\` and \`sort_dir\`; other keys are refused. PATCH changes only what is sent, and checks
\`origin_time\` only if it is sent. A run is named by its number, a file by its \`file_id\`.

## Calls

${table(['older call', 'newer call', 'what differs'], byCall)}

## Statuses of a data source

${table(['older word', `stands for (of ${dataSourceStatuses.length})`], words)}

As a filter, \`none\` stands for \`''\`.

## Other words

| older | newer |
| --- | --- |
| \`mapping_query_groups\` | \`mapping\`: the column and the field of each row, in groups for profiles and activities |
| \`data_frame_total\` | rows of the file |
| \`log\`, the number of a run | \`history\`, its \`run_id\` |
| \`note\` of a label | \`description\` |
| \`rule_mode\` \`general\`, \`advance\` | \`type\` \`general\`, \`advanced\` |
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(olderApiFile, olderApiText())
