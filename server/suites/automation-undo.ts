// Random histories of a store in which automations write beside files and people: imports, edits, merges and erasures between the runs of
// automations, and imports and automations that are taken back in any order. After each undo the store must be what the model says.
import type { Step } from '@ruam/contract/automations/definition.ts'
import { automationUndo } from '@ruam/contract/automations/undo.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { automationOf, pass, takenBack } from '../testing/automations/undo.testing.ts'
import { erase } from '../testing/customers/profile-erasure.testing.ts'
import { scanned } from '../testing/duplicates/profile-duplicates.testing.ts'
import { testServer } from '../testing/store.testing.ts'
import { begin, editStep, foundBy, type History, importStep, undoStep } from './undo.ts'
import { describeVisible } from './undo-model.ts'
import { mistakes, readVisibleState } from './undo-store.ts'

/** Fields that automations set, which files and people write, too. */
const AGE = systemFields.find(({ column }) => column === 'age')!.id

interface Scene {
  history: History
  /** Automations that are not taken back yet. */
  automations: number[]
  fields: number[]
  counted: Counted
}

/** Numbers of steps by kind, and of labels, values and notes that went back. */
export type Counted = Record<(typeof kinds)[number] | 'values' | 'labels' | 'notes', number>

const kinds = ['passes', 'edits', 'imports', 'undos', 'merges', 'erasures', 'taken back'] as const

const kindOf = (step: string): (typeof kinds)[number] =>
  (
    ({
      automation: 'passes',
      import: 'imports',
      undo: 'undos',
      merge: 'merges',
      erase: 'erasures',
      take: 'taken back',
    }) as const
  )[step.split(' ')[0]!] ?? 'edits'

/** Plays histories in one store, one after the other: the people of each are there for the next. */
export async function playAutomations(seed: number, histories: number) {
  const history = await begin(seed, { rows: 12, inParts: false })
  const { random, own, compared } = history
  const counted = Object.fromEntries([...kinds, 'values', 'labels', 'notes'].map((name) => [name, 0])) as Counted
  const scene: Scene = { history, automations: [], fields: [AGE, own.note, own.vip], counted }
  for (let n = 1; n <= histories; n++) {
    for (let made = 2 + random.below(2); made > 0; made--)
      scene.automations.push(await automationOf(history.store, stepsOf(scene)))
    for (let step = 5 + random.below(5); step > 0; step--) await anyStep(scene)
    const runsLeft = n < histories ? 1 : 0
    while (scene.automations.length > 0 || history.runs.length > runsLeft) {
      if (history.runs.length > runsLeft && random.chance(0.5)) await undoStep(history)
      else if (scene.automations.length > 0) await takeBackStep(scene)
    }
  }
  for (const step of compared.steps) counted[kindOf(step)]++
  return { ...compared, counted }
}

async function anyStep(scene: Scene): Promise<void> {
  const { history, automations } = scene
  const kind = history.random.next()
  if (kind < 0.4) await passStep(scene)
  else if (kind < 0.58) await editStep(history)
  else if (kind < 0.7) await importStep(history, false)
  else if (kind < 0.8) await mergeStep(history)
  else if (kind < 0.86) await eraseStep(history)
  else if (kind < 0.93 && automations.length > 0) await takeBackStep(scene)
  else if (history.runs.length > 0) await undoStep(history)
}

function stepsOf({ history: { random, own, extras }, fields }: Scene): Step[] {
  const kinds = random.shuffle(['label', 'value', 'value', 'note'] as const).slice(0, 1 + random.below(3))
  return kinds.map((kind, index): Step => {
    const id = index + 1
    if (kind === 'label') return { id, kind, label_id: extras.label, value: random.chance(0.6) }
    if (kind === 'note') return { id, kind, text: 'โทรถาม', follow_up_days: 2 }
    const field_id = random.pick(fields)
    const n = random.below(3)
    const value = field_id === own.vip ? random.chance(0.5) : field_id === own.note ? `อัตโนมัติ ${n}` : 20 + n
    return { id, kind, field_id, value: field_id !== AGE && random.chance(0.2) ? null : value }
  })
}

async function liveProfiles({ storeId }: { storeId: number }): Promise<number[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    'select id from profile where store_id = $1 and deleted_at is null and merged_into is null order by id',
    [storeId],
  )
  return rows.map(({ id }) => id)
}

/** Some customers pass through an automation that is not taken back. */
async function passStep({ history, automations }: Scene): Promise<void> {
  if (automations.length === 0) return
  const { store, random, model, compared } = history
  const id = random.pick(automations)
  const live = await liveProfiles(store)
  const people = random.shuffle(live).slice(0, 1 + random.below(8))
  compared.steps.push(`automation ${id} of ${people.join()}`)
  const before = await readVisibleState(store.storeId)
  await pass(store, id, people)
  model.note(-id, before, await readVisibleState(store.storeId))
}

async function mergeStep(history: History): Promise<void> {
  const { store, random, model, compared } = history
  await scanned(store)
  const [keep, gone] = random.shuffle(await liveProfiles(store))
  if (keep === undefined || gone === undefined) return
  compared.steps.push(`merge ${gone} into ${keep}`)
  const before = await readVisibleState(store.storeId)
  await store.call(profileDuplicates.mergeChosen, { body: { keep, profile_ids: [keep, gone], fields: [] } })
  model.note('person', before, await readVisibleState(store.storeId), { kept: keep, gone })
}

async function eraseStep(history: History): Promise<void> {
  const { store, random, model, compared, runs } = history
  const live = await liveProfiles(store)
  if (live.length === 0) return
  const id = random.pick(live)
  compared.steps.push(`erase ${id}`)
  const before = await readVisibleState(store.storeId)
  await erase(store, id)
  model.note('person', before, await readVisibleState(store.storeId))
  model.keepFound(await foundBy(store, runs))
}

/** Takes an automation back. What was announced is what happens. */
async function takeBackStep({ history, automations, counted }: Scene): Promise<void> {
  const { store, random, model, compared } = history
  const [id] = automations.splice(random.below(automations.length), 1)
  compared.steps.push(`take automation ${id} back`)
  const { labels, values } = await store.call(automationUndo.preview, { params: { id: String(id) } })
  const before = await readVisibleState(store.storeId)
  const chosen = { labels: [history.extras.label], fields: [AGE, history.own.note, history.own.vip], notes: true }
  const { status } = await takenBack(store, id!, chosen)
  model.strikeAutomation(id!)
  const seen = await readVisibleState(store.storeId)
  const live = new Set(await liveProfiles(store))
  const changed = (field: string) =>
    [...seen].filter(
      ([one, { values: now }]) =>
        live.has(one) && (now.get(field) ?? null) !== (before.get(one)?.values.get(field) ?? null),
    ).length
  const moved = (label: string) =>
    [...seen].filter(([one, { labels: now }]) => live.has(one) && now.has(label) !== before.get(one)?.labels.has(label))
      .length
  const activitiesOf = (state: typeof seen) =>
    [...state.values()].reduce((sum, { activities }) => sum + activities.size, 0)
  counted.values += chosen.fields.reduce((sum, field) => sum + changed(String(field)), 0)
  counted.labels += moved(String(history.extras.label))
  counted.notes += activitiesOf(before) - activitiesOf(seen)
  compared.pairs.push(
    { what: `the job that takes ${id} back`, is: status, should: 'completed' },
    { what: `after taking ${id} back`, is: describeVisible(seen), should: model.told() },
    { what: `what does not add up after taking ${id} back`, is: await mistakes(store.storeId), should: [] },
    ...chosen.fields.map((field) => ({
      what: `values of ${field} that go back`,
      is: values.find((one) => one.id === field)?.back ?? 0,
      should: changed(String(field)),
    })),
    {
      what: 'labels that are moved back',
      is: labels.reduce((sum, { removed, returned }) => sum + removed + returned, 0),
      should: moved(String(history.extras.label)),
    },
  )
}
