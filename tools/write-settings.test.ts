import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsFile, settingsText } from './write-settings.ts'

test('docs/settings.md lists every setting of the server: `npx node tools/write-settings.ts` writes it again', () => {
  expect(readFileSync(settingsFile, 'utf8')).toBe(settingsText())
})
