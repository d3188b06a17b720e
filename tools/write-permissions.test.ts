import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { permissionsFile, permissionsText } from './write-permissions.ts'

test('docs/permissions.md says what the contract says: `npx node tools/write-permissions.ts` writes it again', () => {
  expect(readFileSync(permissionsFile, 'utf8')).toBe(permissionsText())
})
