import type { Rule, RuleGroup } from '@ruam/contract/customers/rules.ts'
import { begun, linkOf, over } from '../../reports/exports/exports.testing.ts'
import type { CallName, Request } from '../calls.ts'
import type { Chance } from './chance.ts'
import { callerFor, callOf, type EndKind, guessOf, type Step } from './step.ts'
import { field, ruleOf, type World } from './world.ts'

// What people without the right ask of closed values: by rules, sorts, keywords, bulk changes, segments, files and items.

type InWorld<T> = (world: World) => T

/** A test of a closed field by a guess. */
function closedTest(chance: Chance, world: World): Rule {
  const closed = chance.pick(world.closed)
  const rule = { kind: 'profile', field_id: closed.id }
  const value = guessOf(chance, closed)
  const tests: Record<typeof closed.type, object[]> = {
    key: [
      { operator: 'eq', value },
      { operator: 'starts_with', value: String(value).slice(0, 4) },
    ],
    text: [
      { operator: 'eq', value },
      { operator: 'contains', value: String(value).slice(2, 6) },
      { operator: 'in', value: [value] },
    ],
    number: [
      { operator: 'eq', value },
      { operator: 'lt', value: Number(value) + 1 },
      { operator: 'between', value: { from: value, to: value } },
    ],
    date: [
      { operator: 'on', value },
      { operator: 'before', value },
    ],
  }
  return { ...rule, ...chance.pick([...tests[closed.type], { operator: 'not_empty' }, { operator: 'empty' }]) } as Rule
}

/** A rule that asks for closed values in one of the ways that there are. */
function ruleFor(chance: Chance, world: World): InWorld<RuleGroup> {
  const test = closedTest(chance, world)
  const place = chance.int(world.closedSegments.length)
  const value = 13_000 + chance.int(2000)
  const negated = chance.is(0.2)
  const kind = chance.weighed([
    [4, 'closed'],
    [4, 'segment'],
    [2, 'computed'],
    [2, 'open'],
    [1, 'nested'],
  ] as const)
  return (of) => {
    const segment: Rule = {
      kind: 'label',
      operator: negated ? 'has_none' : 'has_any',
      label_ids: [of.closedSegments[place]!],
    }
    const computed: Rule = { kind: 'profile', field_id: of.computed.id, operator: 'lt', value }
    // Ids of fields differ between the worlds.
    const closed = renamed(test, world, of)
    const open: Rule = { kind: 'profile', field_id: field.phone, operator: 'not_empty' }
    const rules: RuleGroup['rules'] = {
      closed: [closed],
      segment: [segment],
      computed: [computed],
      open: [open],
      nested: [open, { condition: 'or' as const, not: negated, rules: [closed, segment] }],
    }[kind]
    return { condition: 'and', rules }
  }
}

const renamed = (rule: Rule, from: World, to: World): Rule => {
  if (rule.kind !== 'profile') return rule
  const place = from.closed.findIndex(({ id }) => id === rule.field_id)
  return { ...rule, field_id: to.closed[place]!.id }
}

interface Way {
  weight: number
  name: CallName
  way: string
  request: InWorld<Request | Promise<Request>>
  changes?: EndKind
}

function waysOf(chance: Chance, world: World): Way[] {
  const at = chance.int(world.closed.length)
  const closed = world.closed[at]!
  const guess = guessOf(chance, closed)
  const rule = ruleFor(chance, world)
  const [person, other] = [chance.int(world.profiles.length), chance.int(world.profiles.length)]
  const [segment, source] = [chance.int(world.closedSegments.length), chance.int(world.source.runs.length)]
  const id: InWorld<Record<string, string>> = (of) => ({ id: String(of.profiles[person]) })
  const label: InWorld<Record<string, string>> = (of) => ({ id: String(of.closedSegments[segment]) })
  const member: InWorld<Record<string, string>> = (of) => ({ ...label(of), profile_id: String(of.profiles[person]) })
  const closedId: InWorld<number> = (of) => of.closed[at]!.id
  const sort: InWorld<string> = (of) => {
    const { id: fieldId } = of.closed[at]!
    return fieldId < 1000 ? closed.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : `field_${fieldId}`
  }
  const written = chance.is(0.8) ? guess : null
  const auto = chance.is(0.7)
  const labelName = `กลุ่ม${chance.int(1000)}`
  const dry = chance.is(0.5)
  const connector: InWorld<Record<string, string>> = (of) => ({ id: String(of.connector) })
  const path = world.paths[at + 2]!
  const group = {
    error: chance.pick(['number_invalid', 'value_invalid', 'phone_invalid', 'cell_invalid']),
    ...(dry && { path }),
    value: chance.pick([String(guess), 'ไม่ทราบ-A4C', 'ไม่ทราบ-B7D']),
  }
  const run: InWorld<Record<string, string>> = (of) => ({ id: String(of.source.id), run_id: of.source.runs[source]! })
  const columns = chance.pick([undefined, ['firstName', closed.name], ['firstName']])
  const ways: [number, CallName, string, InWorld<Request | Promise<Request>>, Pick<Way, 'changes'>?][] = [
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
    [1, 'profiles.same', 'email', () => ({ query: { email: String(guess), phone: world.phones[person]! } })],
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
      { changes: 'pair' },
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
      { changes: 'rule' },
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
    [3, 'jobs.list', 'all', () => ({ query: { limit: '0' } })],
    [2, 'jobs.get', 'bulk', (of) => ({ params: { id: String(of.jobs[0]) } })],
    [4, 'segments.list', 'all', () => ({ query: { limit: '0' } })],
    [3, 'segments.get', 'closed', (of) => ({ params: label(of) })],
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
    [1, 'segments.usage', 'closed', (of) => ({ params: label(of) })],
    [2, 'segments.calculate', 'closed', (of) => ({ params: label(of) })],
    [2, 'segments.calculateOne', 'all', (of) => ({ params: id(of), body: {} })],
    [1, 'segments.pin', 'closed', (of) => ({ params: member(of), body: { value: auto } })],
    [1, 'segments.unpin', 'closed', (of) => ({ params: member(of) })],
    [
      3,
      'segments.create',
      'rule',
      (of) => ({ body: { name: labelName, color: 'teal', type: 'advanced', segment_rule: groupRule(rule(of), auto) } }),
    ],
    [1, 'segments.nameAvailable', 'any', () => ({ query: { keyword: labelName } })],
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
      { changes: 'pair' },
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
  return ways.map(([weight, name, way, request, rest]) => ({ weight, name, way, request, ...rest }))
}

const groupRule = (group: RuleGroup, auto = true) => {
  const whole = ruleOf({ kind: 'time', at: 'created', operator: 'not_empty' }, auto)
  return { ...whole, target: { condition: 'and' as const, groups: [group] } }
}

/** An item of the connector with one guess in it. */
function itemOf(of: World, person: number, at: number, guess: string | number) {
  const names = of.paths.map((path) => path.slice('member.'.length))
  return { member: { [names[0]!]: 'ญาดา', [names[1]!]: of.phones[person]!, [names[at + 2]!]: guess } }
}

/** The version of a profile, as its owner reads it. */
async function versionOf(of: World, person: number): Promise<string> {
  const { status, body } = await of.store.try(callOf('profiles.get').endpoint, {
    params: { id: String(of.profiles[person]) },
  } as never)
  return status === 200 ? (body as { updated_at: string }).updated_at : '2026-01-01T00:00:00.000Z'
}

export function peopleStep(chance: Chance, world: World): Step | undefined {
  const ways = waysOf(chance, world)
  const { name, way, request, changes } = chance.weighed(ways.map((one) => [one.weight, one] as const))
  const call = callOf(name)
  const caller = callerFor(chance, world, call)
  return caller === undefined
    ? undefined
    : { way: `${name} ${way}`, call, caller, request, ...(changes && { changes }) }
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
    const { export_id } = await begun(by.member, { type: 'profile', file_type: 'csv', purpose, ...target })
    await over(by.member, export_id)
    return { params: { token: (await linkOf(by.member, export_id)).split('/').at(-1)! } }
  }
  return { way: `exports.download ${purpose}`, call, caller, request }
}
