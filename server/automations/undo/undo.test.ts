import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { labels as labelCalls } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeEach, expect, test } from 'vitest'
import { automationOf, pass, takenBack } from '../../testing/automations/undo.testing.ts'
import { bulk, labelsOf, newLabel, people, undo } from '../../testing/customers/profile-bulk.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let field: number

beforeEach(async () => {
  store = await newStore()
  const body = { field_name: 'level', display_name: 'ระดับ', data_type: 'String' as const }
  field = (await store.call(profileFields.create, { body })).id
})

const label = (id: number, label_id: number, value = true) => ({ id, kind: 'label' as const, label_id, value })
const value = (id: number, text: string | null) => ({ id, kind: 'value' as const, field_id: field, value: text })

async function levels(ids: readonly number[]) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; level: string | null; source: unknown[] | null }>(
    'select id, custom ->> $3 as level, sources -> $3 as source from profile where store_id = $1 and id = any($2) order by id',
    [store.storeId, ids, String(field)],
  )
  return rows
}

async function setLevel(id: number, text: string | null) {
  const params = { id: String(id) }
  const { updated_at: origin_time } = await store.call(profiles.get, { params })
  await store.call(profiles.update, { params, body: { fields: [{ id: field, value: text }], origin_time } })
}

const countOf = async (id: number) => (await store.call(labelCalls.get, { params: { id: String(id) } })).target_count

test('values go back to what the automation found, also what a person had written, with the source', async () => {
  const ids = await people(store, ['ก', 'ข'])
  await setLevel(ids[0]!, 'เดิม')
  const id = await automationOf(store, [value(1, 'เงิน')])
  await pass(store, id, ids)
  expect((await levels(ids)).map(({ level }) => level)).toEqual(['เงิน', 'เงิน'])
  expect(await takenBack(store, id, { fields: [field] })).toMatchObject({ status: 'completed', changed: 2 })
  expect((await levels(ids)).map(({ level, source }) => [level, source?.[0] ?? null])).toEqual([
    ['เดิม', 'user'],
    [null, null],
  ])
})

test('a value that a person wrote since stays, also if it is the same again', async () => {
  const ids = await people(store, ['ก', 'ข'])
  const id = await automationOf(store, [value(1, 'เงิน')])
  await pass(store, id, ids)
  await setLevel(ids[0]!, 'ทอง')
  await setLevel(ids[1]!, 'ทอง')
  await setLevel(ids[1]!, 'เงิน')
  expect(await takenBack(store, id, { fields: [field] })).toMatchObject({ changed: 0 })
  expect((await levels(ids)).map(({ level }) => level)).toEqual(['ทอง', 'เงิน'])
})

test('two runs of a customer go back to what the first found', async () => {
  const [id] = await people(store, ['ก'])
  const automation = await automationOf(store, [value(1, 'เงิน'), value(2, 'ทอง')])
  await pass(store, automation, [id!])
  await pass(store, automation, [id!])
  await takenBack(store, automation, { fields: [field] })
  expect(await levels([id!])).toEqual([{ id, level: null, source: null }])
})

test.each([
  [0, 1],
  [1, 0],
])(
  'two automations that wrote one field and gave one label can be taken back in any order: %d before %d',
  async (first, second) => {
    const ids = await people(store, ['ก'])
    await setLevel(ids[0]!, 'เดิม')
    const tag = await newLabel(store)
    const automations = [
      await automationOf(store, [value(1, 'เงิน'), label(2, tag)]),
      await automationOf(store, [value(1, 'ทอง'), label(2, tag, false)]),
    ]
    for (const one of automations) await pass(store, one, ids)
    const taken = { fields: [field], labels: [tag] }
    await takenBack(store, automations[first]!, taken)
    expect((await levels(ids))[0]!.level).toBe(first === 0 ? 'ทอง' : 'เงิน')
    expect(await labelsOf(store, ids[0]!)).toEqual(first === 0 ? [] : [tag])
    await takenBack(store, automations[second]!, taken)
    expect((await levels(ids))[0]).toMatchObject({ level: 'เดิม', source: ['user', store.userId] })
    expect(await labelsOf(store, ids[0]!)).toEqual([])
    expect(await countOf(tag)).toBe(0)
  },
)

test('labels that were given are taken away and the other way round, unless a person moved them since', async () => {
  const [given, had, moved] = await people(store, ['ก', 'ข', 'ค'])
  const [on, off] = [await newLabel(store), await newLabel(store)]
  await bulk(store, { ids: [had!] }, { type: 'add_labels', label_ids: [on, off] })
  const id = await automationOf(store, [label(1, on), label(2, off, false)])
  await pass(store, id, [given!, had!, moved!])
  await bulk(store, { ids: [moved!] }, { type: 'remove_labels', label_ids: [on] })
  await bulk(store, { ids: [moved!] }, { type: 'add_labels', label_ids: [on] })
  await takenBack(store, id, { labels: [on, off] })
  expect(await labelsOf(store, given!)).toEqual([])
  expect((await labelsOf(store, had!)).sort()).toEqual([on, off].sort())
  expect(await labelsOf(store, moved!)).toEqual([on])
  expect([await countOf(on), await countOf(off)]).toEqual([2, 1])
})

test('a bulk change after the automation that is undone later leaves what was there before the automation', async () => {
  const ids = await people(store, ['ก'])
  const id = await automationOf(store, [value(1, 'เงิน')])
  await pass(store, id, ids)
  const job = await bulk(store, { ids }, { type: 'set_field', field_id: field, value: 'ทอง' })
  await takenBack(store, id, { fields: [field] })
  expect((await levels(ids))[0]!.level).toBe('ทอง')
  await undo(store, job.id)
  expect((await levels(ids))[0]).toMatchObject({ level: null, source: null })
})

test('a deleted customer comes back without what was taken back meanwhile', async () => {
  const [id] = await people(store, ['ก'])
  const tag = await newLabel(store)
  const automation = await automationOf(store, [value(1, 'เงิน'), label(2, tag)])
  await pass(store, automation, [id!])
  const params = { id: String(id) }
  await store.call(profiles.delete, { params })
  await takenBack(store, automation, { fields: [field], labels: [tag] })
  await store.call(profiles.restore, { params })
  expect((await levels([id!]))[0]!.level).toBeNull()
  expect(await labelsOf(store, id!)).toEqual([])
  expect(await countOf(tag)).toBe(0)
})

test('notes that are open are deleted, and those that staff followed up or pinned stay', async () => {
  const ids = await people(store, ['ก', 'ข', 'ค'])
  const id = await automationOf(store, [{ id: 1, kind: 'note', text: 'โทรถาม', follow_up_days: 3 }])
  await pass(store, id, ids)
  const { admin } = await testServer()
  const notes = async () =>
    (
      await admin.query<{ id: number; profile_id: number }>(
        'select id, profile_id from activity where store_id = $1 and profile_id = any($2) order by id',
        [store.storeId, ids],
      )
    ).rows
  const [, done, pinned] = await notes()
  const mark = (note: { id: number; profile_id: number }, body: { done?: boolean; pinned?: boolean }) =>
    store.call(profileActivities.markNote, {
      params: { id: String(note.profile_id), activity_id: String(note.id) },
      body,
    })
  await mark(done!, { done: true })
  await mark(pinned!, { pinned: true })
  expect(await takenBack(store, id, { notes: true })).toMatchObject({ status: 'completed', changed: 1 })
  expect((await notes()).map((note) => note.id)).toEqual([done!.id, pinned!.id])
})

test('the customer into whom another was merged loses what the automation gave the other, and both lose it once they are separated', async () => {
  const [kept, gone] = await people(store, ['ก', 'ข'])
  const tag = await newLabel(store)
  const automation = await automationOf(store, [value(1, 'เงิน'), label(2, tag)])
  await pass(store, automation, [gone!])
  const { merge_id } = await store.call(profileDuplicates.mergeChosen, {
    body: { keep: kept!, profile_ids: [kept!, gone!], fields: [] },
  })
  expect((await levels([kept!]))[0]!.level).toBe('เงิน')
  expect(await takenBack(store, automation, { fields: [field], labels: [tag] })).toMatchObject({ changed: 1 })
  expect((await levels([kept!, gone!])).map(({ level }) => level)).toEqual([null, null])
  expect(await labelsOf(store, kept!)).toEqual([])
  expect(await countOf(tag)).toBe(0)
  await store.call(profileDuplicates.undoMerge, { params: { id: String(merge_id) } })
  expect((await levels([kept!, gone!])).map(({ level }) => level)).toEqual([null, null])
  expect([...(await labelsOf(store, kept!)), ...(await labelsOf(store, gone!))]).toEqual([])
})

test.each([true, false])(
  'an import and an automation can be taken back in any order: the import first is %s',
  async (importFirst) => {
    const file = (level: string) => `ชื่อ,เบอร์โทร,ระดับ\nญาดา,0812345670,${level}\n`
    const imported = (level: string) => importFile(store, file(level), { name: level })
    await imported('แรก')
    const { admin } = await testServer()
    const { rows } = await admin.query<{ id: number }>('select id from profile where store_id = $1', [store.storeId])
    const ids = rows.map(({ id }) => id)
    const [before, after] = [await automationOf(store, [value(1, 'เงิน')]), await automationOf(store, [value(1, 'ทอง')])]
    await pass(store, before, ids)
    const { id, real } = await imported('กลาง')
    await pass(store, after, ids)
    const level = async () => (await levels(ids))[0]!.level
    expect(await level()).toBe('ทอง')
    const undoImport = () => undone(store, id, real)
    const undoBefore = () => takenBack(store, before, { fields: [field] })
    if (importFirst) await undoImport()
    else await undoBefore()
    expect(await level()).toBe('ทอง')
    await takenBack(store, after, { fields: [field] })
    expect(await level()).toBe(importFirst ? 'เงิน' : 'กลาง')
    if (importFirst) await undoBefore()
    else await undoImport()
    expect((await levels(ids))[0]).toMatchObject({ level: 'แรก', source: null })
  },
)

test('a label that a second import gave again comes back, although the import that gave it first was undone', async () => {
  const tag = await newLabel(store)
  const imported = (email: string) =>
    importFile(store, `ชื่อ,เบอร์โทร,อีเมล\nญาดา,0812345670,${email}\n`, { name: email, labels: [tag] })
  const first = await imported('one@example.com')
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>('select id from profile where store_id = $1', [store.storeId])
  const id = rows[0]!.id
  const taking = await automationOf(store, [label(1, tag, false)])
  await pass(store, taking, [id])
  await imported('two@example.com')
  expect(await labelsOf(store, id)).toEqual([tag])
  await pass(store, taking, [id])
  await undone(store, first.id, first.real)
  await takenBack(store, taking, { labels: [tag] })
  expect(await labelsOf(store, id)).toEqual([tag])
})
