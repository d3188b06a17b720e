import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { misplacedImports, sourcesOf } from './check-order.ts'
import { exceptions } from './order.ts'

const sources = sourcesOf(fileURLToPath(new URL('..', import.meta.url)))

test('no file imports from a folder that comes after its own', () => {
  expect(misplacedImports(sources)).toEqual([])
})

test('an import against the order is found, as a value and as a type', () => {
  const file = 'server/profiles/planted.ts'
  for (const text of [
    "import { startScan } from '../profile-duplicates/start-scan.ts'\n",
    "import type { Plan } from '../import-run/plan.ts'\n",
    "const { run } = await import('../import-run/run.ts')\n",
    "import {\n  a,\n  b,\n} from '../profile-bulk/work.ts'\n",
    "export { createApp } from '../app.ts'\n",
    "import { newStore } from '../core/store.testing.ts'\n",
  ])
    expect(misplacedImports([{ file, text }])).toHaveLength(1)
  const text = "import { fieldsOf } from '../fields/fields.ts'\nimport { one } from './one.ts'\n"
  expect(misplacedImports([{ file, text }])).toEqual([])
})

test('a folder without a place in the order is found', () => {
  const text = "import { one } from '../profiles/one.ts'\n"
  expect(misplacedImports([{ file: 'server/loyalty/points.ts', text }])).toEqual([
    'server/loyalty/points.ts imports server/profiles/one.ts: loyalty has no place in the order',
  ])
})

test('every exception is still needed', () => {
  for (const { file, imports } of exceptions) {
    const importer = sources.find((source) => source.file === file)
    expect(importer?.text).toContain(imports.split('/').slice(-2).join('/'))
  }
})
