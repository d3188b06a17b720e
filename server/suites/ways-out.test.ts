import { type JobKind, jobDefinitions } from '@ruam/contract/jobs.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { testServer } from '../testing/store.testing.ts'
import type { Call, CallName } from './calls.ts'
import {
  deliveredTypes,
  readingCalls,
  type Scene,
  setScene,
  type Visible,
  visibleIn,
  visibleInExports,
  visibleInViews,
} from './ways-out.ts'

// A restricted customer is in no way out. The ways are derived: every call that reads, with all rights, every export, every view of a SQL login,
// every event of a webhook, and every kind of job.

/** Screens on which staff find, serve and answer a restricted customer. The list may only shrink. */
const staffs: Partial<Record<CallName, string>> = {
  'counter.card': 'the customer at the counter, with the sign of the restriction',
  'counter.home': 'customers whom the member served last',
  'olderProfiles.activities': 'the page of the customer, at its older address',
  'olderProfiles.activityLog': 'the page of the customer, at its older address',
  'olderProfiles.get': 'the page of the customer, at its older address',
  'onlineLog.search': 'what came in and went out',
  'privacyIncidents.download': 'the list of a leak, by which the shop informs each customer of it',
  'profileActivities.summary': 'the page of the customer',
  'profileHistory.list': 'the page of the customer',
  'profileHistory.sources': 'the page of the customer, with what a value replaced',
  'profiles.get': 'the page of the customer, with the sign of the restriction',
  'profiles.list': 'staff find the customer',
  'profiles.query': 'staff find the customer',
}

/** Jobs that bring customers out of the store, with the test that a restricted one is not among them. A new kind does not compile without a line. */
const outOfJobs: Record<JobKind, string | null> = {
  ...{
    profile_bulk: null,
    bulk_undo: null,
    run_undo: null,
    duplicate_scan: null,
    profile_erase: null,
    field_convert: null,
    field_delete: null,
  },
  ...{ segment_calculate: null, line_friends: null, line_followers: null, automation_undo: null },
  automation_rehearse: null,
  export: 'is in no export, where another one is',
  privacy_copy: 'their own copy, for which they asked',
}

let scene: Scene
beforeAll(async () => {
  await testServer({ alone: true })
  scene = await setScene()
}, 300_000)

async function visibleInEach(calls: readonly Call[]): Promise<[name: CallName, shown: Visible][]> {
  const shown: [CallName, Visible][] = []
  for (const call of calls) shown.push([call.name, await visibleIn(scene, call)])
  return shown
}

const namesOf = (shown: readonly [CallName, Visible][], who: keyof Visible) =>
  shown.flatMap(([name, found]) => (found[who] ? [name] : [])).toSorted()

describe('a restricted customer', () => {
  test('is in no answer to a program, where another one is', { timeout: 300_000 }, async () => {
    const shown = await visibleInEach(readingCalls.filter(({ endpoint }) => endpoint.permission === 'program'))
    expect(namesOf(shown, 'restricted')).toEqual([])
    expect(namesOf(shown, 'free')).toContain('openApiReading.profiles')
  })

  test('is in no export, where another one is', { timeout: 300_000 }, async () => {
    const shown = Object.entries(await visibleInExports(scene))
    expect(shown.flatMap(([type, { restricted }]) => (restricted ? [type] : []))).toEqual([])
    expect(shown.flatMap(([type, { free }]) => (free ? [type] : []))).toEqual(['profile', 'online_log'])
  })

  test('is in no view of a SQL login, where another one is', { timeout: 300_000 }, async () => {
    const shown = Object.entries(await visibleInViews(scene))
    expect(shown.flatMap(([view, { restricted }]) => (restricted ? [view] : []))).toEqual([])
    const free = shown.flatMap(([view, found]) => (found.free ? [view] : []))
    expect(free).toEqual(['activity', 'consent', 'profile', 'profile_label', 'segment_member'])
  })

  test('is in no event of a webhook, where another one is', { timeout: 300_000 }, async () => {
    const { free, restricted } = await deliveredTypes(scene)
    expect(restricted).toEqual([])
    const seen = ['activity.created', 'consent.changed', 'label.added', 'label.removed', 'profile.updated']
    expect(free).toEqual(seen)
  })

  test('is in no answer to staff but on their own screens', { tags: ['verify'], timeout: 600_000 }, async () => {
    const shown = await visibleInEach(readingCalls.filter(({ endpoint }) => endpoint.permission !== 'program'))
    expect(namesOf(shown, 'restricted')).toEqual(Object.keys(staffs).toSorted())
    // Otherwise the search would find nothing because nothing is there.
    expect(namesOf(shown, 'free').length).toBeGreaterThan(Object.keys(staffs).length)
  })
})

test('each kind of job is known to bring customers out of the store, or not to', () => {
  expect(Object.keys(outOfJobs).toSorted()).toEqual(Object.keys(jobDefinitions).toSorted())
})
