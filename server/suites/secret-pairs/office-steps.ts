import { linkOf, over, startedExport } from '../../testing/reports/exports.testing.ts'
import type { Request } from '../calls.ts'
import type { Chance } from './chance.ts'
import { ruleFor } from './closed-rules.ts'
import type { Draws, Way } from './draws.ts'
import { callOf, type Step } from './step.ts'
import type { World } from './world.ts'

// What people ask of files, connectors, figures and the older API.

export function officeSteps(draws: Draws): Way[] {
  const { closed, guess, rule, person, id, label, closedId, written, dry, connector, path, group, run, columns, at } =
    draws
  return [
    [3, 'jobs.list', 'all', () => ({ query: { limit: '0' } })],
    [2, 'jobs.get', 'bulk', (of) => ({ params: { id: String(of.jobs[0]) } })],
    [2, 'exports.preview', 'rule', (of) => ({ body: { purpose: 'excel', filter: { rule: rule(of) } } })],
    [
      2,
      'exports.preview',
      'columns',
      (of) => ({ body: { purpose: 'excel', profile_ids: of.profiles, ...(columns && { columns }) } }),
    ],
    [
      1,
      'exports.create',
      'rule',
      (of) => ({
        body: { type: 'profile', file_type: 'csv', filter: { rule: rule(of) }, ...(columns && { columns }) },
      }),
    ],
    [2, 'dashboard.quality', 'all', () => ({})],
    [1, 'dashboard.todo', 'all', () => ({})],
    [2, 'importRun.records', 'executed', (of) => ({ params: run(of), query: { limit: '0' } })],
    [1, 'importRun.getRun', 'executed', (of) => ({ params: run(of), query: {} })],
    [2, 'importRun.changes', 'executed', (of) => ({ params: run(of), query: {} })],
    [1, 'dataSources.getMapping', 'executed', (of) => ({ params: { id: String(of.source.id) } })],
    [1, 'dataSources.get', 'executed', (of) => ({ params: { id: String(of.source.id) } })],
    [
      4,
      'connectorItems.test',
      'guess',
      (of) => ({ params: connector(of), body: { items: [itemOf(of, person, at, guess)] } }),
    ],
    [
      4,
      'connectorItems.deadLetters',
      'value',
      (of) => ({ params: connector(of), query: { value: group.value, ...(dry && { path }) } }),
    ],
    [2, 'connectorItems.deadLetters', 'all', (of) => ({ params: connector(of), query: { limit: '0' } })],
    [2, 'connectorItems.deadLetterGroups', 'all', (of) => ({ params: connector(of) })],
    [1, 'connectorItems.replay', 'value', (of) => ({ params: connector(of), body: { group } })],
    [2, 'connectorItems.tryReplay', 'value', (of) => ({ params: connector(of), body: { group } })],
    [1, 'connectorItems.discard', 'value', (of) => ({ params: connector(of), body: { group } })],
    [2, 'connectorItems.requests', 'all', (of) => ({ params: connector(of) })],
    [
      2,
      'connectorItems.request',
      'one',
      (of) => ({ params: { ...connector(of), receipt_id: String(of.receipts[0]) } }),
    ],
    [2, 'connectors.get', 'one', (of) => ({ params: connector(of) })],
    [1, 'connectors.getMapping', 'one', (of) => ({ params: connector(of) })],
    [
      1,
      'connectors.addExample',
      'guess',
      (of) => ({ params: connector(of), body: { example: itemOf(of, person, at, guess) } }),
    ],
    [1, 'auditLog.list', 'all', () => ({ query: { limit: '0' } })],
    [1, 'notifications.list', 'all', () => ({ query: {} })],
    [
      1,
      'profileActivities.list',
      'one',
      (of) => ({ params: { ...id(of), activity_id: String(of.activity.id) }, query: {} }),
    ],
    [1, 'profileActivities.summary', 'one', (of) => ({ params: id(of) })],
    [2, 'olderProfiles.list', 'keyword', () => ({ query: { keyword: String(guess) } })],
    [
      1,
      'olderProfiles.searchField',
      'closed',
      () => ({ params: { field: closed.name }, query: { value: String(guess).slice(0, 3) } }),
    ],
    [2, 'olderProfiles.get', 'one', (of) => ({ params: id(of) })],
    [
      1,
      'olderProfiles.update',
      'closed value',
      (of) => ({ params: id(of), body: { fields: [{ id: closedId(of), value: written }] } }),
    ],
    [2, 'olderLabels.list', 'all', () => ({ query: { limit: '0' } })],
    [1, 'olderLabels.get', 'closed', (of) => ({ params: label(of) })],
    [1, 'olderDashboard.total', 'all', () => ({})],
    [1, 'dashboard.pipeline', 'all', () => ({})],
    [1, 'profileApi.get', 'all', () => ({})],
  ]
}

/** An item of the connector with one guess in it. */
function itemOf(of: World, person: number, at: number, guess: string | number) {
  const names = of.paths.map((path) => path.slice('member.'.length))
  return { member: { [names[0]!]: 'ญาดา', [names[1]!]: of.phones[person]!, [names[at + 2]!]: guess } }
}

/** A file of customers, got by a person who may export. */
export function exportStep(chance: Chance, world: World): Step | undefined {
  const call = callOf('exports.download')
  const places = world.callers.flatMap((by, place) =>
    by.kind === 'person' && by.permissions.has('cdp-core.profile.download') ? [place] : [],
  )
  if (places.length === 0) return undefined
  const caller = chance.pick(places)
  const rule = chance.is(0.5) ? ruleFor(chance, world) : undefined
  const purpose = chance.pick(['excel', 'back', 'screen'] as const)
  const request = async (of: World): Promise<Request> => {
    const by = of.callers[caller]!
    if (by.kind !== 'person') throw new Error('Programs export nothing.')
    const target = rule ? { filter: { rule: rule(of) } } : { profile_ids: of.profiles }
    const { export_id } = await startedExport(by.member, { type: 'profile', file_type: 'csv', purpose, ...target })
    await over(by.member, export_id)
    return { params: { token: (await linkOf(by.member, export_id)).split('/').at(-1)! } }
  }
  return { way: `exports.download ${purpose}`, call, caller, request }
}
