import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { allSources, translatedExports, unusedExports } from './check-exports.ts'

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

test('an exported name with a translated word is reported with the standard term, unless the list has it', () => {
  const one = { file: 'server/one.ts', text: 'export const heldRows = 1\nexport const pendingRows = 1\n' }
  expect(translatedExports([one], [])).toEqual(['server/one.ts: heldRows: use locked, pending'])
  expect(translatedExports([one], ['server/one.ts: heldRows'])).toEqual([])
})

test('an entry of the list without its name is reported, so the list only gets shorter', () => {
  expect(translatedExports([], ['server/one.ts: heldRows'])).toEqual([
    'server/one.ts: heldRows: no longer there, remove it from the list',
  ])
})
