import type { Chance } from './chance.ts'
import { groupRule } from './closed-rules.ts'
import { type Draws, drawsOf, type Way } from './draws.ts'
import { personEventWays } from './event-steps.ts'
import { officeSteps } from './office-steps.ts'
import { callerFor, callOf, type Step } from './step.ts'
import { field, type World } from './world.ts'

// What people without the right ask of closed values: by rules, sorts, keywords, bulk changes, segments and fields.

function customerWays(draws: Draws): Way[] {
  const {
    closed,
    guess,
    rule,
    person,
    other,
    segment,
    id,
    label,
    member,
    closedId,
    sort,
    written,
    auto,
    labelName,
    phone,
  } = draws
  return [
    [6, 'profiles.query', 'rule', (of) => ({ body: { filter: { rule: rule(of) } } })],
    [2, 'profiles.query', 'sort', (of) => ({ body: { sort_by: sort(of) } })],
    [2, 'profiles.query', 'keyword', () => ({ body: { filter: { keyword: String(guess) } } })],
    [2, 'profiles.list', 'keyword', () => ({ query: { keyword: String(guess) } })],
    [2, 'profiles.list', 'sort', (of) => ({ query: { sort_by: sort(of) } })],
    [3, 'profiles.list', 'closed segment', (of) => ({ query: { labels: String(of.closedSegments[segment]) } })],
    [2, 'profiles.list', 'all', () => ({ query: { limit: '0' } })],
    [
      2,
      'profiles.searchField',
      'closed',
      () => ({ params: { field: closed.name }, query: { value: String(guess).slice(0, 3) } }),
    ],
    [1, 'profiles.same', 'email', () => ({ query: { email: String(guess), phone: phone } })],
    [4, 'profiles.get', 'one', (of) => ({ params: id(of) })],
    [
      4,
      'profiles.update',
      'closed value',
      async (of) => ({
        params: id(of),
        body: { fields: [{ id: closedId(of), value: written }], origin_time: await versionOf(of, person) },
      }),
    ],
    [
      2,
      'profiles.create',
      'closed value',
      (of) => ({
        body: {
          fields: [
            { id: field.firstName, value: labelName },
            { id: closedId(of), value: written },
          ],
        },
      }),
      'pair',
    ],
    [1, 'profiles.unmask', 'closed', (of) => ({ params: id(of), body: { field_id: closedId(of) } })],
    [
      3,
      'profileBulk.preview',
      'guess',
      (of) => ({
        body: { target: { ids: of.profiles }, action: { type: 'set_field', field_id: closedId(of), value: guess } },
      }),
    ],
    [
      3,
      'profileBulk.preview',
      'rule',
      (of) => ({
        body: { target: { filter: { rule: rule(of) } }, action: { type: 'add_labels', label_ids: [of.labels[0]] } },
      }),
    ],
    [
      2,
      'profileBulk.start',
      'rule',
      (of) => ({
        body: { target: { filter: { rule: rule(of) } }, action: { type: 'add_labels', label_ids: [of.labels[1]] } },
      }),
      'rule',
    ],
    [
      1,
      'profileBulk.start',
      'guess',
      (of) => ({
        body: {
          target: { ids: of.profiles.slice(0, 3) },
          action: { type: 'set_field', field_id: closedId(of), value: guess },
        },
      }),
    ],
    [4, 'labels.list', 'all', () => ({ query: { limit: '0' } })],
    [3, 'labels.get', 'closed', (of) => ({ params: label(of) })],
    [
      3,
      'segments.estimate',
      'rule',
      (of) => ({ body: { segment_rule: groupRule(rule(of)), label_id: of.closedSegments[segment], exact: true } }),
    ],
    [1, 'segments.estimateSpend', 'rule', (of) => ({ body: { segment_rule: groupRule(rule(of)) } })],
    [3, 'segments.why', 'closed', (of) => ({ params: member(of) })],
    [2, 'segments.size', 'closed', (of) => ({ params: label(of), query: {} })],
    [2, 'segments.figures', 'closed', (of) => ({ params: label(of) })],
    [2, 'segments.evaluations', 'closed', (of) => ({ params: label(of), query: {} })],
    [2, 'segments.pins', 'closed', (of) => ({ params: label(of), query: {} })],
    [2, 'segments.joined', 'closed', (of) => ({ params: label(of), query: { profiles: of.profiles.join() } })],
    [2, 'segments.moved', 'closed', (of) => ({ params: label(of), query: { way: 'joined' } })],
    [1, 'labels.usage', 'closed', (of) => ({ params: label(of) })],
    [2, 'segments.calculate', 'closed', (of) => ({ params: label(of) })],
    [2, 'segments.calculateOne', 'all', (of) => ({ params: id(of), body: {} })],
    [1, 'segments.pin', 'closed', (of) => ({ params: member(of), body: { value: auto } })],
    [1, 'segments.unpin', 'closed', (of) => ({ params: member(of) })],
    [
      3,
      'labels.create',
      'rule',
      (of) => ({ body: { name: labelName, color: 'teal', type: 'advanced', segment_rule: groupRule(rule(of), auto) } }),
    ],
    [1, 'labels.nameAvailable', 'any', () => ({ query: { keyword: labelName } })],
    [4, 'profileHistory.list', 'one', (of) => ({ params: id(of), query: { limit: '0' } })],
    [1, 'profileHistory.list', 'closed field', (of) => ({ params: id(of), query: { field_id: String(closedId(of)) } })],
    [2, 'profileHistory.sources', 'one', (of) => ({ params: id(of) })],
    [3, 'profileDuplicates.list', 'open', () => ({ query: { limit: '0' } })],
    [
      2,
      'profileDuplicates.compare',
      'two',
      (of) => ({
        query: {
          low: String(Math.min(of.profiles[person]!, of.profiles[other]!)),
          high: String(Math.max(of.profiles[person]!, of.profiles[other]!)),
        },
      }),
    ],
    [
      1,
      'profileDuplicates.mergeChosen',
      'two',
      (of) => ({
        body: { profile_ids: [of.profiles[person], of.profiles[other]], keep: of.profiles[person], fields: [] },
      }),
      'pair',
    ],
    [2, 'profileViews.list', 'all', () => ({ query: {} })],
    [3, 'profileViews.count', 'closed', (of) => ({ params: { id: String(of.views[0]) } })],
    [
      2,
      'profileViews.create',
      'rule',
      (of) => ({
        body: {
          name: labelName,
          definition: { sort_by: 'updated_at', sort_dir: 'desc', columns: null, rule: rule(of) },
        },
      }),
    ],
    [
      2,
      'profileFields.formulaPreview',
      'closed date',
      (of) => ({ body: { formula: { function: 'days_since', field_id: of.closed[3]!.id } } }),
    ],
    [
      1,
      'profileFields.create',
      'computed over closed',
      (of) => ({
        body: {
          display_name: labelName,
          data_type: 'Number',
          formula: { function: 'days_since', field_id: of.closed[3]!.id },
        },
      }),
    ],
    [2, 'profileFields.list', 'all', () => ({ query: { limit: '0' } })],
  ]
}

/** The version of a profile, as its owner reads it. */
async function versionOf(of: World, person: number): Promise<string> {
  const { status, body } = await of.store.try(callOf('profiles.get').endpoint, {
    params: { id: String(of.profiles[person]) },
  } as never)
  return status === 200 ? (body as { updated_at: string }).updated_at : '2026-01-01T00:00:00.000Z'
}

export function peopleStep(chance: Chance, world: World): Step | undefined {
  const draws = drawsOf(chance, world)
  const ways = [...customerWays(draws), ...officeSteps(draws), ...personEventWays]
  const [, name, way, request, changes] = chance.weighed(ways.map((one) => [one[0], one] as const))
  const call = callOf(name)
  const caller = callerFor(chance, world, call)
  return caller === undefined
    ? undefined
    : { way: `${name} ${way}`, call, caller, request, ...(changes && { changes }) }
}
