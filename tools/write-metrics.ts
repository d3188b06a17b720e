// `npx node tools/write-metrics.ts`: writes the table of metrics in docs/operations.md from server/metrics/definitions.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { definitions } from '../server/metrics/definitions.ts'

export const operationsFile = fileURLToPath(new URL('../docs/operations.md', import.meta.url))

const HEAD = '| metric | kind | labels | means |\n|---|---|---|---|\n'
const TABLE = /\| metric \| kind \| labels \| means \|\n(?:\|.*\n)*/

/** Returns a text with its table of metrics as the definitions are now. Throws if it has none. */
export function withMetrics(text: string): string {
  if (!TABLE.test(text)) throw new Error('There is no table of metrics')
  const rows = Object.entries(definitions).map(
    ([name, { kind, labels, help }]) => `| \`${name}\` | ${kind} | ${labels.join(', ')} | ${help} |\n`,
  )
  return text.replace(TABLE, () => HEAD + rows.join(''))
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(operationsFile, withMetrics(readFileSync(operationsFile, 'utf8')))
