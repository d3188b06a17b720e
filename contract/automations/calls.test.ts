import { expect, test } from 'vitest'
import { automationPeople } from './people.ts'
import { automationUndo, automationUndoJobs } from './undo.ts'

test('a call that takes back needs sending and editing customers', () => {
  const { preview, people, start } = automationUndo
  for (const call of [preview, start])
    expect([call.permission, call.alsoRequires]).toEqual(['cdp-core.broadcast.send', 'cdp-core.profile.edit'])
  expect([people.permission, people.alsoRequires]).toEqual(['cdp-core.broadcast.send', 'cdp-core.profile.read'])
  expect(automationUndoJobs.automation_undo.permissions).toEqual(['cdp-core.broadcast.send'])
})

test('the customers of an automation are read by the right to see broadcasts', () => {
  for (const call of Object.values(automationPeople)) expect(call.permission).toBe('cdp-core.setting-line.read')
})
