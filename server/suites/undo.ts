// Random histories of a store: imports of files whose rows meet each other, edits by hand between them, and imports that are taken
// back in any order. After each undo the store must be what the model says.
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo, UndoPreview } from '@ruam/contract/imports/undo.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { sql } from 'kysely'
import { type Random, randomOf } from '../../tools/random.ts'
import { addLabels, removeLabels } from '../customers/labels/write.ts'
import { createProfile, deleteProfiles, restoreProfiles, writeValues } from '../customers/profiles/write.ts'
import { type Db, inStore } from '../database/db.ts'
import { type Extras, extrasOf, ownFields, withExtras } from '../testing/imports/colliding-extras.testing.ts'
import { collidingFile, type OwnFields } from '../testing/imports/colliding-files.testing.ts'
import { createDataSource, runOf } from '../testing/imports/data-sources.testing.ts'
import { undone } from '../testing/imports/import-undo.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { describeVisible, type Found, UndoModel, type VisibleState } from './undo-model.ts'
import { checksums, mistakes, readVisibleState } from './undo-store.ts'

interface Run {
  /** Name of the data source. */
  source: string
  run_id: string
  id: number
}

interface Compared {
  /** Steps of the history, for reports of failures. */
  steps: string[]
  /** Pairs that must be equal: what there is, and what there should be. */
  pairs: { what: string; is: unknown; should: unknown }[]
}

export interface History {
  store: TestStore
  random: Random
  seed: number
  own: OwnFields
  extras: Extras
  model: UndoModel
  runs: Run[]
  compared: Compared
  /** Maximum rows per file. */
  rows: number
  /** Compares the preview of each undo with the sum of its parts. */
  inParts: boolean
}

/** Begins a history in a store of its own, with a first import. */
export async function begin(seed: number, { rows = 30, inParts = true } = {}): Promise<History> {
  const store = await newStore()
  const history: History = {
    store,
    seed,
    random: randomOf(seed),
    own: await ownFields(store),
    extras: await extrasOf(store),
    model: new UndoModel(),
    runs: [],
    compared: { steps: [], pairs: [] },
    rows,
    inParts,
  }
  await importStep(history, false)
  return history
}

/** Plays one history. */
export async function playHistory(seed: number): Promise<Compared> {
  const history = await begin(seed)
  const { random } = history
  const length = 4 + random.below(4)
  for (let step = 0; step < length; step++) {
    const kind = random.next()
    if (kind < 0.3) await importStep(history, random.chance(0.5))
    else if (kind < 0.8 || history.runs.length === 0) await editStep(history)
    else await undoStep(history)
  }
  while (history.runs.length > 0) await undoStep(history)
  return history.compared
}

/** Imports a file; `back`: takes it back at once, which must leave everything as it was. */
export async function importStep(history: History, back: boolean): Promise<void> {
  const { store, random, own, extras, model, runs, compared } = history
  const place = compared.steps.length
  const size = 5 + random.below(history.rows - 4)
  const file = collidingFile(history.seed * 100 + place, size, own, place === 0)
  const { id } = await createDataSource(store, file.csv, `ไฟล์ ${place}`)
  const params = { id: String(id) }
  await store.call(dataSources.putMapping, { params, body: withExtras(file.mapping, extras, random) })
  const dry = (await store.call(importRun.dryRun, { params })).run_id
  await runOf(store, id, dry)
  const before = await readVisibleState(store.storeId)
  const sums = back && (await checksums(store.storeId))
  const { run_id } = await store.call(importRun.run, { params, body: { run_id: dry } })
  const { stats } = await runOf(store, id, run_id)
  const run = { source: params.id, run_id, id: await numberOf(store, run_id) }
  compared.steps.push(`import ${run.id}: ${JSON.stringify(stats)}${back ? ', taken back at once' : ''}`)
  if (!back) {
    model.note(run.id, before, await readVisibleState(store.storeId))
    model.noteFound(await foundBy(store, [run]))
    runs.push(run)
    return
  }
  await takeBack(history, run)
  compared.pairs.push({ what: 'all tables after import and undo', is: await checksums(store.storeId), should: sums })
}

/** Keys by which runs found the profiles of a store. */
export async function foundBy({ storeId }: TestStore, runs: readonly Run[]): Promise<Found[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<Found>(
    `select distinct run, profile_id as profile, matched_by::text as field from run_record
     where store_id = $1 and run = any($2) and profile_id is not null and matched_by is not null`,
    [storeId, runs.map(({ id }) => id)],
  )
  return rows
}

async function numberOf(store: TestStore, run_id: string): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>('select id from run where store_id = $1 and run_id = $2', [
    store.storeId,
    run_id,
  ])
  return rows[0]!.id
}

export async function undoStep(history: History): Promise<void> {
  const { store, random, model, runs, compared } = history
  const [run] = runs.splice(random.below(runs.length), 1)
  compared.steps.push(`undo ${run!.id}`)
  await takeBack(history, run!)
  model.strike(run!.id)
  const seen = await readVisibleState(store.storeId)
  compared.pairs.push(
    { what: `after undo ${run!.id}`, is: describeVisible(seen), should: model.told() },
    { what: `what does not add up after undo ${run!.id}`, is: await mistakes(store.storeId), should: [] },
  )
}

async function takeBack({ store, random, compared, inParts }: History, { source, run_id }: Run): Promise<void> {
  const params = { id: source, run_id }
  const should = UndoPreview.parse(await store.call(importUndo.undoPreview, { params, query: {} }))
  if (inParts) {
    const rows = String(1 + random.below(4))
    compared.pairs.push({ what: `the parts of ${run_id}`, is: await sumOfParts(store, params, rows), should })
  }
  const is = await undone(store, Number(source), run_id)
  compared.pairs.push({ what: `what was announced of ${run_id}`, is, should })
}

/** Adds up the preview of an undo, so many rows at a time. */
async function sumOfParts(
  store: TestStore,
  params: { id: string; run_id: string },
  rows: string,
): Promise<UndoPreview> {
  const sums: Record<string, number> = {}
  for (let from: number | undefined = 0; from !== undefined; ) {
    const part: UndoPreview & { next?: number } = await store.call(importUndo.undoPreview, {
      params,
      query: { from: String(from), rows },
    })
    for (const [name, count] of Object.entries(UndoPreview.parse(part))) sums[name] = (sums[name] ?? 0) + count
    from = part.next
  }
  return UndoPreview.parse(sums)
}

/** Something that a person does with a few profiles. */
export async function editStep(history: History): Promise<void> {
  const { store, random, model, compared } = history
  const before = await readVisibleState(store.storeId)
  const edit = random.pick([
    setValues,
    setValues,
    setValues,
    addLabel,
    removeLabel,
    addActivity,
    remove,
    bringBack,
    make,
  ])
  const all = [...before].flatMap(([id, { merged }]) => (merged ? [] : id)).sort((one, other) => one - other)
  const people = random.shuffle(all).slice(0, 1 + random.below(6))
  compared.steps.push(`${edit.name} ${people.join()}`)
  const { core } = await testServer()
  await inStore(core.pool, store.storeId, (db) => edit(history, db, people, before))
  model.note('person', before, await readVisibleState(store.storeId))
}

type Edit = (history: History, db: Db, people: number[], before: VisibleState) => Promise<unknown>

const byPerson = (store: TestStore) => ({ source: 'user' as const, id: store.userId })

/** Values of the fields that files write too, so that both meet. */
function someValues({ random, own }: History): Map<number, string | number | boolean | null> {
  const n = random.below(100)
  const choices: [number, string | number | boolean | null][] = [
    [1, `ชื่อ ${n}`],
    [9, `+669${String(n).padStart(8, '0')}`],
    [11, random.chance(0.3) ? null : `hand${n}@example.com`],
    [own.member, random.chance(0.3) ? null : `H-${n}`],
    [own.note, random.chance(0.5) ? null : `โน้ต ${n}`],
    [own.vip, random.chance(0.5)],
    [systemFields.find((field) => field.column === 'age')!.id, n],
  ]
  return new Map(random.shuffle(choices).slice(0, 1 + random.below(4)))
}

const setValues: Edit = (history, db, people) =>
  writeValues(
    db,
    history.store.storeId,
    byPerson(history.store),
    people.map((id) => ({ id, values: someValues(history) })),
  )

const make: Edit = (history, db) =>
  createProfile(db, history.store.storeId, byPerson(history.store), someValues(history))

const remove: Edit = ({ store }, db, people) => deleteProfiles(db, store.storeId, byPerson(store), people)

const bringBack: Edit = ({ store }, db, _, before) =>
  restoreProfiles(
    db,
    store.storeId,
    byPerson(store),
    [...before].filter(([, { deleted, merged }]) => deleted && !merged).map(([id]) => id),
  )

const liveOf = (people: number[], before: VisibleState) => people.filter((id) => !before.get(id)!.deleted)

const addLabel: Edit = ({ store, extras }, db, people, before) =>
  addLabels(db, store.storeId, byPerson(store), { labelIds: [extras.label], ids: liveOf(people, before) })

const removeLabel: Edit = ({ store, extras }, db, people, before) =>
  removeLabels(db, store.storeId, byPerson(store), { labelIds: [extras.label], ids: liveOf(people, before) })

const addActivity: Edit = ({ store, extras }, db, people) =>
  sql`insert into activity (store_id, profile_id, type_id, activity_at)
    select ${store.storeId}, id, ${extras.type}, clock_timestamp() from unnest(${people}::bigint[]) id`.execute(db)
