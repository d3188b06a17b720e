import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { allSources, unusedExports } from './check-exports.ts'

test('every exported name has an importer', () => {
  expect(unusedExports(allSources(fileURLToPath(new URL('..', import.meta.url))))).toEqual([])
})

test('an exported name without an importer is reported, however others import its file', () => {
  const one = {
    file: 'web/ui/one.ts',
    text: 'export const used = 1\nexport interface Unused {}\nexport type Kept = 1\n',
  }
  const importing = (text: string) => unusedExports([one, { file: 'web/ui/two.ts', text }])
  expect(importing("import { used, type Kept as Other } from './one.ts'\n")).toEqual(['web/ui/one.ts: Unused'])
  expect(importing("import {\n  used,\n} from './one.ts'\nimport type { Kept } from './one.ts'\n")).toEqual([
    'web/ui/one.ts: Unused',
  ])
  expect(importing("export { used, Kept, Unused } from './one.ts'\n")).toEqual([])
  expect(importing("import * as one from './one.ts'\n")).toEqual([])
  expect(importing("const one = await import('./one.ts')\n")).toEqual([])
})
