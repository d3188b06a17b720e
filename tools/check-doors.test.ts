import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDoors } from './check-doors.ts'
import { allSources } from './check-exports.ts'

const sources = allSources(fileURLToPath(new URL('..', import.meta.url)))
const added = (file: string, text: string) => openDoors([...sources, { file, text }])

test('text of other systems comes in by the listed doors alone', () => {
  expect(openDoors(sources)).toEqual([])
})

test.each([
  ["import { connect } from 'imap-client'", 'imports imap-client'],
  ["const { get } = await import('node:https')", 'uses node:https'],
  ['const reply = await fetch(url)', 'uses fetch'],
  ["const text = new TextDecoder('utf-8').decode(bytes)", 'uses TextDecoder'],
])('a new door, %s, is found', (text, problem) => {
  expect(added('server/channels/sms/client.ts', text)).toEqual([expect.stringContaining(problem)])
})

test('a door that no longer cleans its text is found', () => {
  const file = 'server/app/auth/provider.ts'
  const changed = sources.map((one) =>
    one.file === file ? { file, text: one.text.replace(/clean-text/g, 'other') } : one,
  )
  expect(openDoors(changed)).toEqual([expect.stringContaining('does not clean it')])
})
