import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { importCircles, misplacedImports, sourcesOf } from './check-order.ts'
import { exceptions } from './order.ts'

const sources = sourcesOf(fileURLToPath(new URL('..', import.meta.url)))

test('no file imports from a folder that comes after its own', () => {
  expect(misplacedImports(sources)).toEqual([])
})

test('an import against the order is found, as a value and as a type', () => {
  const file = 'server/customers/profiles/planted.ts'
  for (const text of [
    "import { startScan } from '../duplicates/start-scan.ts'\n",
    "import type { Plan } from '../../imports/run/plan.ts'\n",
    "const { run } = await import('../../imports/run/run.ts')\n",
    "import {\n  a,\n  b,\n} from '../bulk/work.ts'\n",
    "export { createApp } from '../../app/app.ts'\n",
    "import { newStore } from '../../testing/store.testing.ts'\n",
  ])
    expect(misplacedImports([{ file, text }])).toHaveLength(1)
  const text = "import { fieldsOf } from '../fields/fields.ts'\nimport { one } from './one.ts'\n"
  expect(misplacedImports([{ file, text }])).toEqual([])
})

test('a test may import test support and lower folders, and nothing else above it', () => {
  const text =
    "import { newStore } from '../../testing/store.testing.ts'\nimport { fieldsOf } from '../fields/fields.ts'\n"
  expect(misplacedImports([{ file: 'server/customers/profiles/planted.test.ts', text }])).toEqual([])
  const planted: [file: string, text: string][] = [
    ['server/customers/profiles/planted.test.ts', "import { createApp } from '../../app/app.ts'\n"],
    ['server/customers/profiles/planted.test.ts', "import { erase } from '../../suites/erase.ts'\n"],
    ['server/testing/planted.testing.ts', "import { erase } from '../suites/erase.ts'\n"],
    ['server/app/planted.ts', "import { sampleOf } from '../testing/shapes.ts'\n"],
  ]
  for (const [file, text] of planted) expect(misplacedImports([{ file, text }]), text).toHaveLength(1)
})

test('a feature imports the port of the database servers, and not what lies behind it', () => {
  const file = 'server/access/stores/planted.ts'
  const inside = "import { startServers } from '../../servers/directory.ts'\n"
  expect(misplacedImports([{ file, text: inside }])).toEqual([
    `${file} imports server/servers/directory.ts: other folders import core.ts and store-router.ts of server/servers alone`,
  ])
  const port = "import { routerOf } from '../../servers/store-router.ts'\n"
  expect(misplacedImports([{ file, text: port }])).toEqual([])
  expect(misplacedImports([{ file: 'server/app/planted.ts', text: inside.replace('../../', '../') }])).toEqual([])
})

test('no files import each other in a circle', () => {
  expect(importCircles(sources)).toEqual([])
})

test('a circle of files is found, of types, of screens that load later, and of a file with itself', () => {
  const one = { file: 'web/ui/one.tsx', text: "import type { Two } from './two.tsx'\n" }
  for (const text of ["import { One } from './one.tsx'\n", "const one = lazy(() => import('./one.tsx'))\n"])
    expect(importCircles([one, { file: 'web/ui/two.tsx', text }])).toEqual([
      'web/ui/one.tsx imports web/ui/two.tsx imports web/ui/one.tsx: a circle',
    ])
  const two = { file: 'web/ui/two.tsx', text: "import { three } from './three.ts'\n" }
  expect(
    importCircles([one, two, { file: 'web/ui/three.ts', text: "import { one } from './one.tsx'\n" }]),
  ).toHaveLength(1)
  expect(importCircles([{ ...one, text: "export { one } from './one.tsx'\n" }])).toHaveLength(1)
  const both = { file: 'web/ui/four.tsx', text: "import './one.tsx'\nimport { Two } from './two.tsx'\n" }
  expect(importCircles([one, { ...two, text: '' }, both])).toEqual([])
})

test('a folder without a place in the order is found', () => {
  const text = "import { one } from '../profiles/one.ts'\n"
  expect(misplacedImports([{ file: 'server/customers/loyalty/points.ts', text }])).toEqual([
    'server/customers/loyalty/points.ts imports server/customers/profiles/one.ts: customers/loyalty has no place in the order',
  ])
})

test('every exception is still needed', () => {
  for (const { file, imports } of exceptions) {
    const importer = sources.find((source) => source.file === file)
    expect(importer?.text).toContain(imports.split('/').slice(-2).join('/'))
  }
})
