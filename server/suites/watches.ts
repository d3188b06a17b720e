// Imports the files of a shop as a watch does: the file takes the place of the one before, a dry run, its figures.
import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { MappingRow } from '@ruam/contract/imports/mapping.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import type { Sent } from '@ruam/contract/platform/endpoint.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import type { WatchFigures } from '@ruam/contract/watches/figures.ts'
import type { TermName } from '@ruam/contract/watches/limits.ts'
import { type DatedFigures, proposeTerms } from '@ruam/contract/watches/propose-terms.ts'
import { brokenTerms, TERMS_FILES } from '@ruam/contract/watches/terms.ts'
import { loaded, runOf } from '../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { figuresOfRun } from '../watches/terms/figures.ts'
import { Chance } from './secret-pairs/chance.ts'
import { plantBreaks } from './watch-breaks.ts'
import { csvOf, dayAt, type Part, type Shop, type ShopColumn, type ShopKind, shopDays } from './watch-days.ts'

type Body = Sent<typeof dataSources.putMapping>['body']

/** Result of the dry run of a file. `unreadable`: it could not be loaded; `columns`: its mapping does not fit. */
type Tried =
  | { result: 'unreadable'; why: string }
  | { result: 'columns'; columns: string[] }
  | { result: 'tried'; figures: WatchFigures; run_id: string }

interface WatchedShop {
  storeId: number
  /** Puts a file in the place of the one before, and tries it. */
  tryFile(content: string | Buffer): Promise<Tried>
  /** Tries a file that is not to be imported, by a data source of its own. */
  tryApart(content: string | Buffer): Promise<Tried>
  /** Imports the file that was tried last. */
  run(run_id: string): Promise<void>
}

const NAME = 1
const PHONE = 9

/** Makes a store with the fields and the mapping of a shop. */
async function watchedShop({ kind, columns }: Shop): Promise<WatchedShop> {
  const { admin, core } = await testServer()
  const store = await newStore()
  const body = await (kind === 'members' ? memberMapping : tillMapping)(store, columns)
  const names = columns.map(({ name }) => name).join()
  let source: number | undefined
  let sources = 0

  async function tryIn(id: number | undefined, content: string | Buffer): Promise<Tried & { id?: number }> {
    const sent = await store.upload(files.import, 'day.csv', content)
    if (sent.status >= 300) return { result: 'unreadable', why: JSON.stringify(sent.body) }
    const { file_id, file_type } = sent.body
    const file = { file_id, file_type }
    const put =
      id === undefined
        ? await store.try(dataSources.create, { body: { name: `ยอดขายรายวัน ${++sources}`, ...file } })
        : await store.try(dataSources.putFile, { params: { id: String(id) }, body: file })
    if (put.status >= 300) return { result: 'unreadable', why: JSON.stringify(put.body) }
    const at = id ?? (put.body as unknown as { datasource_id: number }).datasource_id
    try {
      await loaded(store, at)
    } catch (error) {
      return { result: 'unreadable', why: (error as Error).message }
    }
    const { rows } = await admin.query<{ columns: string[] }>(
      'select columns from file where store_id = $1 and id = $2',
      [store.storeId, file_id],
    )
    if (rows[0]!.columns.join() !== names) return { result: 'columns', columns: rows[0]!.columns }
    const params = { id: String(at) }
    // Refused if all rows have one phone, for instance.
    const mapped = await store.try(dataSources.putMapping, { params, body })
    if (mapped.status >= 300) return { result: 'unreadable', why: JSON.stringify(mapped.body) }
    const { run_id } = await store.call(importRun.dryRun, { params })
    await runOf(store, at, run_id)
    const found = await admin.query<{ id: number }>('select id from run where store_id = $1 and run_id = $2', [
      store.storeId,
      run_id,
    ])
    const figures = await figuresOfRun(core, store.storeId, Number(found.rows[0]!.id))
    return { result: 'tried', run_id, figures, id: at }
  }

  return {
    storeId: store.storeId,
    async tryFile(content) {
      const { id, ...tried } = await tryIn(source, content)
      source ??= id
      return tried
    },
    async tryApart(content) {
      const { id: _, ...tried } = await tryIn(undefined, content)
      return tried
    },
    async run(run_id) {
      const real = await store.call(importRun.run, { params: { id: String(source) }, body: { run_id } })
      const { status } = await runOf(store, source!, real.run_id)
      if (status !== 'completed') throw new Error(`The run ended as ${status}`)
    },
  }
}

const rowOf = (
  columns: readonly ShopColumn[],
  part: Part,
  destination_id: number,
  destination_type: MappingRow['destination_type'],
) => ({ source_schema_id: String(columns.findIndex((one) => one.part === part) + 1), destination_id, destination_type })

const match = { mode: 'both' as const }

async function tillMapping(store: TestStore, columns: readonly ShopColumn[]): Promise<Body> {
  const field = async (part: Part, data_type: 'String' | 'Number') => {
    const display_name = columns.find((one) => one.part === part)!.name
    return (
      await store.call(activities.createField, { query: {}, body: { name: `till_${part}`, display_name, data_type } })
    ).id
  }
  const parts: Part[] = ['branch', 'item', 'amount']
  if (columns.some(({ part }) => part === 'receipt')) parts.push('receipt')
  const fields = new Map<Part, number>()
  for (const part of parts) fields.set(part, await field(part, part === 'amount' ? 'Number' : 'String'))
  const type = await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', fields: [...fields.values()] } })
  const names = ['first_name', 'last_name'] as const
  return {
    activity_id: type.id,
    activity_key: fields.get('receipt') ?? null,
    mapping: [
      ...names.map((part, no) => ({ ...rowOf(columns, 'name', NAME + no, 'system_profile'), part })),
      rowOf(columns, 'phone', PHONE, 'system_profile'),
      rowOf(columns, 'time', activityDate.id, 'system_activity'),
      ...parts.map((part) => rowOf(columns, part, fields.get(part)!, 'custom_activity')),
    ],
    match: { ...match, keys: [PHONE] },
  }
}

async function memberMapping(store: TestStore, columns: readonly ShopColumn[]): Promise<Body> {
  const types = { code: 'String', joined: 'Date', seen: 'Date', amount: 'Number' } as const
  const rows = []
  const ids: number[] = []
  for (const [part, data_type] of Object.entries(types) as [keyof typeof types, (typeof types)[keyof typeof types]][]) {
    const display_name = columns.find((one) => one.part === part)!.name
    const { id } = await store.call(profileFields.create, { body: { display_name, data_type } })
    ids.push(id)
    rows.push(rowOf(columns, part, id, 'custom_profile'))
  }
  const names = ['first_name', 'last_name'] as const
  return {
    mapping: [
      ...names.map((part, no) => ({ ...rowOf(columns, 'name', NAME + no, 'system_profile'), part })),
      rowOf(columns, 'phone', PHONE, 'system_profile'),
      ...rows,
    ],
    match: { ...match, keys: [ids[0]!, PHONE] },
  }
}

interface Watched {
  kind: ShopKind
  /** Good files that were compared with terms, and those that would have waited. */
  good: number
  waits: { day: string; terms: TermName[] }[]
  planted: number
  /** Planted files that would have run. */
  ran: { day: string; accident: string }[]
  /** Kinds of accidents that this term alone has seen, and how often. */
  alone: Partial<Record<TermName, Record<string, number>>>
}

/** Imports the days of a shop under terms that follow its last files; planted files are tried from the state of their day. */
export async function watchDays(kind: ShopKind, seed: number, days: number, accidents: number): Promise<Watched> {
  const shop = shopDays(kind, seed, days)
  const other = shopDays(kind, seed + ANOTHER, days)
  const planted = plantBreaks(shop, other, new Chance(seed), accidents, TERMS_FILES + 3)
  const { tryFile, tryApart, run } = await watchedShop(shop)
  const watched: Watched = { kind, good: 0, waits: [], planted: planted.length, ran: [], alone: {} }
  const imported = new Set<string>()
  let last: DatedFigures[] = []
  for (const [place, { day, rows }] of shop.days.entries()) {
    if (rows === null || rows.length === 0) continue
    const today = dayAt(place + 1)
    const terms = last.length === TERMS_FILES ? proposeTerms(last) : null
    for (const { kind: accident, content } of planted.filter((one) => one.place === place)) {
      if (imported.has(content.toString('base64'))) continue
      const tried = await tryApart(content)
      if (tried.result !== 'tried' || terms === null) continue
      const [first, ...others] = new Set(brokenTerms(terms, tried.figures, today).map(({ term }) => term))
      if (first === undefined) watched.ran.push({ day, accident })
      else if (others.length === 0) {
        const seen = watched.alone[first] ?? {}
        watched.alone[first] = { ...seen, [accident]: (seen[accident] ?? 0) + 1 }
      }
    }
    const content = csvOf(shop.columns, rows)
    const hash = Buffer.from(content).toString('base64')
    // As a watch skips it.
    if (imported.has(hash)) continue
    imported.add(hash)
    const tried = await tryFile(content)
    if (tried.result !== 'tried') throw new Error(`The file of ${day} is ${tried.result}`)
    const { figures } = tried
    if (terms) {
      watched.good++
      const broken = brokenTerms(terms, figures, today)
      if (broken.length > 0) watched.waits.push({ day, terms: [...new Set(broken.map(({ term }) => term))] })
    }
    // A person imports a file that waits.
    await run(tried.run_id)
    last = [{ figures, today }, ...last].slice(0, TERMS_FILES)
  }
  return watched
}

/** Distance of the seed of another shop with the same till. */
const ANOTHER = 5000
