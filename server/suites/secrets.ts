import { activities } from '@ruam/contract/customers/activities.ts'
import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { privacyRequests } from '@ruam/contract/privacy/requests.ts'
import { segment } from '../testing/customers/segments.testing.ts'
import { workbook } from '../testing/formats/workbook.testing.ts'
import { createDataSource, loaded, runMapping, runOf } from '../testing/imports/data-sources.testing.ts'
import { jobOver } from '../testing/jobs.testing.ts'
import type { Member, TestStore } from '../testing/store.testing.ts'
import { failLoad } from '../testing/things/data-sources.ts'
import { fresh } from '../testing/things/fresh.ts'

// Sensitive values in every place that holds any, for the suite that looks whether one gets out.

const CITIZENS = ['1112034563562', '9517812865702']
const INCOMES = ['86753091', '97531864']
const ALLERGIES = ['Penicillin-Q7Z', 'Sulfa-K4W']
const POINTS = '445566778'
const VISA = ['1987-03-29', '2530-03-29', '29/03/1987', '29/03/2530']

/** Guesses of sensitive values. */
export const guesses = [...CITIZENS, ...INCOMES, ...ALLERGIES, POINTS, ...VISA]

/** A text in which one of them stands, however it is typed: with blanks and signs between its digits, in Thai digits. */
export const secret = new RegExp(
  [...[...CITIZENS, ...INCOMES, POINTS].map(inAnySpelling), ...ALLERGIES, ...VISA].join('|'),
  'i',
)

function inAnySpelling(number: string): string {
  const digits = [...number].map((digit) => `[${digit}${String.fromCharCode(0x0e50 + Number(digit))}]`)
  return digits.join("[\\s.,_/'-]{0,2}")
}

/** Citizen id, income, allergy, visa and points of one of two people. */
export const secretValues = (place: 0 | 1) => [CITIZENS[place]!, INCOMES[place]!, ALLERGIES[place]!, VISA[0]!, POINTS]

/** Ids of the system fields. */
export const [NAME, PHONE] = [1, 9]
const [CITIZEN, OCCUPATION, INCOME] = [10, 14, 19]

/** A store with fields of its own that it marks as sensitive, and one that is worked out of such. */
export interface SecretStore {
  store: TestStore
  allergy: number
  points: number
  visa: number
  visaDays: number
  activity: number
  /** The sensitive fields by which people can be told apart. */
  keys: number[]
}

export async function secretStore(store: TestStore): Promise<SecretStore> {
  const made = async (name: string, data_type: 'String' | 'Number' | 'Date') =>
    (
      await store.call(profileFields.create, {
        body: { field_name: name, display_name: name, data_type, sensitive: true },
      })
    ).id
  const [allergy, points, visa] = [
    await made('allergy', 'String'),
    await made('points', 'Number'),
    await made('visa', 'Date'),
  ]
  const formula = { function: 'days_since' as const, field_id: visa }
  const computed = { field_name: 'visaDays', display_name: 'visaDays', data_type: 'Number' as const, formula }
  const visaDays = (await store.call(profileFields.create, { body: computed })).id
  const activity = (await store.call(activities.createType, { body: { name: 'ซื้อของ' } })).id
  const remark = { name: 'remark', display_name: 'remark', data_type: 'String' as const }
  const query = { activity_type_id: String(activity) }
  await store.call(activities.createField, { query, body: remark })
  return { store, allergy, points, visa, visaDays, activity, keys: [CITIZEN, allergy, points] }
}

/** Every sensitive field of the store, by its id and its name. */
export const secretFields = ({ allergy, points, visa, visaDays }: SecretStore) => [
  { id: CITIZEN, name: 'citizenId', sort: 'citizen_id' },
  { id: INCOME, name: 'income', sort: 'income' },
  ...Object.entries({ allergy, points, visa, visaDays }).map(([name, id]) => ({ id, name, sort: `field_${id}` })),
]

let phones = 0
export const freshPhone = () => `09${String(++phones).padStart(8, '0')}`

/** Makes a profile with a value in every sensitive field, and earlier values. */
export async function secretProfile({ store, allergy, points, visa }: SecretStore) {
  const sensitive = (place: 0 | 1) => [
    { id: CITIZEN, value: CITIZENS[place]! },
    { id: INCOME, value: INCOMES[place]! },
    { id: allergy, value: ALLERGIES[place]! },
    { id: points, value: Number(POINTS) },
    { id: visa, value: VISA[0]! },
  ]
  const known = [
    { id: NAME, value: fresh('ลูกค้า') },
    { id: PHONE, value: freshPhone() },
  ]
  const { id, updated_at } = await store.call(profiles.create, {
    body: { fields: [...known, ...sensitive(0)], label_ids: [] },
  })
  const body = { fields: sensitive(1), origin_time: updated_at }
  await store.call(profiles.update, { params: { id: String(id) }, body })
  return id
}

/** A segment whose rule compares with such a value. */
export async function secretSegment({ store, allergy }: SecretStore): Promise<number> {
  const rule = { kind: 'profile', field_id: allergy, operator: 'eq', value: ALLERGIES[1]! } as const
  return (await segment(store, rule)).id
}

/** The newest change of such a profile. */
export async function secretChange(planted: SecretStore) {
  const id = String(await secretProfile(planted))
  const { data } = await planted.store.call(profileHistory.list, { params: { id }, query: {} })
  return { id, change_id: data[0]!.id }
}

/** A privacy request of a customer with sensitive values. */
export async function secretRequest(planted: SecretStore) {
  const body = { kind: 'see' as const, source: 'phone' as const, profile_ids: [await secretProfile(planted)] }
  return (await planted.store.call(privacyRequests.create, { body })).id
}

/** Two people with the same citizen id. */
export async function secretPair(planted: SecretStore) {
  const profile_ids = [await secretProfile(planted), await secretProfile(planted)]
  return (await planted.store.call(profileDuplicates.create, { body: { profile_ids } })).id
}

export async function secretMerge(planted: SecretStore) {
  const { store } = planted
  const id = await secretPair(planted)
  const { profiles: both } = await store.call(profileDuplicates.get, { params: { id: String(id) } })
  const body = { keep: both[0]!.id, fields: [{ field_id: CITIZEN, from: both[1]!.id }] }
  return (await store.call(profileDuplicates.merge, { params: { id: String(id) }, body })).merge_id
}

/** A bulk change that wrote a sensitive value. */
export async function secretJob(planted: SecretStore) {
  const action = { type: 'set_field' as const, field_id: INCOME, value: INCOMES[0]! }
  const target = { ids: [await secretProfile(planted)] }
  const { job_id } = await planted.store.call(profileBulk.start, { body: { target, action } })
  await jobOver(planted.store, job_id)
  return job_id
}

const header = 'ชื่อ,เบอร์โทร,เลขบัตรประชาชน,income,allergy,visa,ช่องลับ'
const line = (name: string, phone: string, place: 0 | 1) =>
  [name, phone, CITIZENS[place], INCOMES[place], ALLERGIES[place], VISA[0], POINTS].join(',')

/** Rows that are added, updated, fail, repeat another, and are in conflict with one. */
function secretRows(): string {
  const phone = freshPhone()
  const rows = [
    line('ก', phone, 0),
    line('ข', phone, 1),
    line('ค', '08111', 0),
    line('ก', phone, 0),
    'เกิน,1,2,3,4,5,6,7,8',
  ]
  return `${header}\n${rows.join('\n')}\n`
}

/** An uploaded file without a data source. */
export async function secretUpload(who: Pick<Member, 'upload'>) {
  const { file_id, file_type } = (await who.upload(files.import, 'secret.csv', secretRows())).body
  return { file_id, file_type }
}

/** States of a data source with sensitive values. */
export const sourceStates = ['loaded', 'mapped', 'previewed', 'executed', 'remapped', 'failed', 'workbook'] as const
type SourceState = (typeof sourceStates)[number]

export async function secretSource(planted: SecretStore, state: SourceState): Promise<number> {
  const { store } = planted
  if (state === 'workbook') return secretWorkbook(planted)
  const { id } = await createDataSource(store, secretRows(), fresh('ลับ'))
  const params = { id: String(id) }
  if (state === 'mapped') await store.call(dataSources.putMapping, { params, body: openly })
  if (state === 'previewed') {
    await store.call(dataSources.putMapping, { params, body: asMeant(planted) })
    await runOf(store, id, (await store.call(importRun.dryRun, { params })).run_id)
  }
  if (state === 'executed' || state === 'remapped') await runMapping(store, id, asMeant(planted))
  if (state === 'remapped') {
    await store.call(dataSources.putMapping, { params, body: elsewhere })
    await runOf(store, id, (await store.call(importRun.dryRun, { params })).run_id)
  }
  if (state === 'failed') await failLoad(store, id)
  return id
}

const row = (column: number, destination_id: number, destination_type: 'system_profile' | 'custom_profile') => ({
  source_schema_id: String(column),
  destination_id,
  destination_type,
})

/** By phone: every sensitive column feeds its field. */
const asMeant = ({ allergy, points, visa }: SecretStore) => ({
  mapping: [
    row(1, NAME, 'system_profile'),
    row(2, PHONE, 'system_profile'),
    row(3, CITIZEN, 'system_profile'),
    row(4, INCOME, 'system_profile'),
    row(5, allergy, 'custom_profile'),
    row(6, visa, 'custom_profile'),
    row(7, points, 'custom_profile'),
  ],
  match: { keys: [CITIZEN, PHONE], mode: 'both' as const },
})

const named = [row(1, NAME, 'system_profile'), row(2, PHONE, 'system_profile')]
const byPhone = { keys: [PHONE], mode: 'both' as const }

/** Every sensitive column is left out. */
const openly = { mapping: named, match: byPhone }

/** One of them would be shown as something that is not sensitive. */
const elsewhere = { mapping: [...named, row(7, OCCUPATION, 'system_profile')], match: byPhone }

async function secretWorkbook({ store }: SecretStore): Promise<number> {
  const open = [
    ['ชื่อ', 'เบอร์โทร'],
    ['ก', freshPhone()],
  ]
  const sheets = [
    { name: 'ลูกค้า', rows: open },
    {
      name: 'ลับ',
      rows: secretRows()
        .trim()
        .split('\n')
        .map((text) => text.split(',')),
    },
  ]
  const { file_id, file_type } = (await store.upload(files.import, 'secret.xlsx', await workbook({ sheets }))).body
  const { datasource_id: id } = await store.call(dataSources.create, {
    body: { file_id, file_type, name: fresh('สมุด') },
  })
  await loaded(store, id)
  return id
}

/** Every run of a data source, and the previews of those that were executed. */
export async function runsOf({ store }: SecretStore, id: number): Promise<string[]> {
  const { data } = await store.call(importRun.runs, { params: { id: String(id) }, query: {} })
  return data.map(({ run_id }) => run_id)
}
