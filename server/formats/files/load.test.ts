import { setTimeout as sleep } from 'node:timers/promises'
import { type FileSettings, files } from '@ruam/contract/formats/files.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { purge } from '../../jobs/purge.ts'
import type { Core } from '../../servers/core.ts'
import { StorageFull } from '../../storage/storage.ts'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { sheetOf } from '../../testing/formats/workbook.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { storedNames, withAges } from '../../testing/stored.testing.ts'
import { loadFile } from './load.ts'
import { claimLoad, endLoad, requestLoad } from './loads.ts'
import { findFile, type StoredFile } from './queries.ts'
import { openRows } from './rows.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const never = new AbortController().signal
const usual: FileSettings = {
  delimiter: ',',
  quotes: 'double',
  drop_empty_last: false,
  charset: 'utf-8',
  header_row: 1,
  sheet: null,
}
const thai874 = (text: string) =>
  Buffer.from(
    text.replace(/[\u0e01-\u0e5b]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xd60)),
    'latin1',
  )

/** Jobs go nowhere: the test does the work itself. */
async function idleCore(): Promise<Core> {
  const core = await coreOf(store)
  return { ...core, jobs: { enqueue: async () => {} } }
}

async function upload(content: string | Buffer): Promise<{ id: number; settings: FileSettings }> {
  const { body } = await store.upload(files.import, 'customers', content)
  return { id: body.file_id, settings: body.settings }
}

const ask = async (core: Core, id: number, settings: FileSettings) =>
  inStore(core.pool, store.storeId, (db) => requestLoad(core, db, store.storeId, id, settings))

async function fileOf(id: number): Promise<StoredFile> {
  const core = await coreOf(store)
  return (await inStore(core.pool, store.storeId, (db) => findFile(db, store.storeId, id)))!
}

/** Uploads and loads a file as it seems to be meant. */
async function loaded(content: string | Buffer, settings: Partial<FileSettings> = {}): Promise<StoredFile> {
  const core = await idleCore()
  const { id, settings: seen } = await upload(content)
  await ask(core, id, { ...seen, ...settings })
  await loadFile(core, store.storeId, id, never)
  return fileOf(id)
}

async function rowsAfter(file: StoredFile, done: number, batchRows = 1000): Promise<string[][]> {
  const core = await coreOf(store)
  const rows: string[][] = []
  for await (const batch of openRows(core.storage, file, done, batchRows)) {
    expect(batch.firstRow).toBe(done + rows.length + 1)
    rows.push(...batch.rows)
  }
  return rows
}

async function stored(): Promise<string[]> {
  const core = await coreOf(store)
  return storedNames(core, store.storeId)
}

describe('the rows of a file', () => {
  const rows = Array.from({ length: 12_000 }, (_, no) => [
    `คน ${no}`,
    `08${String(no).padStart(8, '0')}`,
    no % 3 === 0 ? 'ก, "ข"\nค' : '',
  ])
  const text = (sign: string, end: string) =>
    [['ชื่อ', 'เบอร์โทร', 'หมายเหตุ'], ...rows]
      .map(
        (row) =>
          row.map((cell) => (/[,;\t"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(sign) + end,
      )
      .join('')

  firstCases(1)([
    ['CSV', () => text(',', '\n')],
    ['CSV in windows-874 with semicolons', () => thai874(text(';', '\r\n'))],
    ['TSV in UTF-16', () => Buffer.from(`\ufeff${text('\t', '\r\n')}`, 'utf16le')],
    ['a workbook', () => sheetOf([['ชื่อ', 'เบอร์โทร', 'หมายเหตุ'], ...rows])],
  ] as [string, () => string | Buffer | Promise<Buffer>][])(
    'are the same from %s, from wherever one goes on',
    async (_, content) => {
      const file = await loaded(await content())
      expect([file.load_status, file.row_count, file.columns]).toEqual(['loaded', 12_000, ['ชื่อ', 'เบอร์โทร', 'หมายเหตุ']])
      expect(file.facts.map((facts) => [facts.filled, facts.thaiPhones])).toEqual([
        [12_000, 0],
        [12_000, 12_000],
        [4000, 0],
      ])
      for (const done of [0, 1, 4999, 5000, 7777, 11_999, 12_000])
        expect(await rowsAfter(file, done)).toEqual(rows.slice(done))
    },
  )

  test('are counted from the first one where there is no header', async () => {
    const file = await loaded('ญาดา,0812345678\nสมชาย,0898765432\n', { header_row: 0 })
    expect([file.columns, file.row_count, file.header_signature]).toEqual([['#1', '#2'], 2, null])
    expect(await rowsAfter(file, 1)).toEqual([['สมชาย', '0898765432']])
  })

  test('whose letters were saved wrongly are counted, those of other languages are not', async () => {
    const wrong = 'à¸ªà¸¡à¸Šà¸²à¸¢'
    const file = await loaded(`ชื่อ,เบอร์\n${wrong},1\nÊÁªÒÂ,2\nJosé Müller,3\n佐藤,4\nสม\ufffdาย,5\n`)
    expect(file.warnings).toEqual([{ name: 'letters_garbled', count: 3 }])
  })

  test('lose invisible U+0000, with a warning', async () => {
    const file = await loaded('ชื่อ,เบอร์\nญา\0ดา,\0\nสม\0ชาย,1\n')
    expect(file.warnings).toEqual([{ name: 'nuls_removed', count: 3 }])
    expect(file.facts[0]!.samples).toEqual(['ญาดา', 'สมชาย'])
    expect(await rowsAfter(file, 0)).toEqual([
      ['ญาดา', ''],
      ['สมชาย', '1'],
    ])
  })

  test('may be ragged, or one cell of five megabytes: the others are read', async () => {
    const file = await loaded(`ชื่อ,เบอร์\nก\nข,1,2\nค,"${'x'.repeat(5_000_000)}"\nง,4\n`)
    expect((await rowsAfter(file, 0)).map((row) => row.length)).toEqual([1, 3, 2, 2])
    expect(file.row_count).toBe(4)
  })

  test('keep a sample that would end in the middle of a letter that takes two', async () => {
    const file = await loaded(`ชื่อ,เบอร์โทร\n${'ก'.repeat(99)}😀,0811111111\n`)
    expect(file.facts[0]!.samples).toEqual(['ก'.repeat(99)])
  })
})

describe('a load', () => {
  const csv = 'ชื่อ,เบอร์โทร\nญาดา,0812345678\n'

  test('that was asked for with the same settings is not begun again, with others it is', async () => {
    const core = await idleCore()
    const { id } = await upload(csv)
    expect(await ask(core, id, usual)).toBe('waiting')
    expect(await ask(core, id, usual)).toBe('waiting')
    await loadFile(core, store.storeId, id, never)
    expect(await ask(core, id, usual)).toBe('loaded')
    expect(await ask(core, id, { ...usual, header_row: 0 })).toBe('waiting')
    expect(await fileOf(id)).toMatchObject({ load_status: 'waiting', row_count: null, columns: [] })
  })

  test('that is under way with other settings can commit nothing any more', async () => {
    const core = await idleCore()
    const { id } = await upload(csv)
    await ask(core, id, usual)
    const within = <T>(work: Parameters<typeof inStore<T>>[2]) => inStore(core.pool, store.storeId, work)
    const old = (await within((db) => claimLoad(db, store.storeId, id)))!
    expect(await ask(core, id, usual)).toBe('loading')
    await ask(core, id, { ...usual, delimiter: ';' })
    expect(await within((db) => endLoad(db, store.storeId, old, { error: { name: 'file_empty' } }))).toBe(false)
    expect((await fileOf(id)).load_status).toBe('waiting')
  })

  test('whose worker died is taken over by the next, and the first one commits nothing', async () => {
    const core = await idleCore()
    const { id, settings } = await upload(
      await sheetOf([
        ['ชื่อ', 'เบอร์'],
        ['ญาดา', 1],
      ]),
    )
    await ask(core, id, settings)
    const within = <T>(work: Parameters<typeof inStore<T>>[2]) => inStore(core.pool, store.storeId, work)
    const dead = (await within((db) => claimLoad(db, store.storeId, id)))!
    await loadFile(core, store.storeId, id, never)
    expect(await within((db) => endLoad(db, store.storeId, dead, { error: { name: 'internal' } }))).toBe(false)
    expect((await fileOf(id)).load_status).toBe('loaded')
    // The upload and its rows, and nothing of a load that was lost.
    expect(await stored()).toHaveLength(2)
  })

  test('that is killed when its rows are written down leaves them to the purge, and the next load its own', async () => {
    const core = await idleCore()
    const { id, settings } = await upload(thai874('ชื่อ;เบอร์\r\nญาดา;1\r\n'))
    await ask(core, id, settings)
    const { promise: written, resolve } = Promise.withResolvers<string>()
    const put: Core['storage']['put'] = async (...args) => {
      resolve((await core.storage.put(...args)).key)
      // A killed process does not continue.
      return new Promise(() => {})
    }
    void loadFile({ ...core, storage: { ...core.storage, put } }, store.storeId, id, never)
    const orphan = await written
    await loadFile(core, store.storeId, id, never)
    const file = await fileOf(id)
    const names = (...keys: (string | null)[]) => keys.map((key) => key!.split('/')[1]!).sort()
    expect(await stored()).toEqual(names(orphan, file.storage_key, file.rows_key))
    const ofYesterday = new Map((await stored()).map((name) => [`${store.storeId}/${name}`, 25]))
    const later = withAges(core, ofYesterday)
    await purge(later, await purge(later))
    expect(await stored()).toEqual(names(file.storage_key, file.rows_key))
    expect(await rowsAfter(file, 0)).toEqual([['ญาดา', '1']])
  })

  test('may begin before the data source has a name, which then is ready at once', async () => {
    const { id } = await upload(csv)
    await store.call(dataSources.import, { body: { file_id: id, file_type: 'csv' } })
    while ((await fileOf(id)).load_status !== 'loaded') await sleep(10)
    const { datasource_id } = await store.call(dataSources.create, {
      body: { name: 'ลูกค้า', file_id: id, file_type: 'csv' },
    })
    expect(await store.call(dataSources.get, { params: { id: String(datasource_id) } })).toMatchObject({
      status: 'ready_to_map',
    })
    const again = { body: { file_id: id, file_type: 'csv' as const, settings: { header_row: 0 } } }
    expect((await store.try(dataSources.import, again)).body.error).toBe('file_used')
  })

  test('loading a missing file fails once and for all, and its data source with it', async () => {
    const core = await idleCore()
    const { id } = await upload(csv)
    await inStore(core.pool, store.storeId, async (db) => {
      await db
        .insertInto('data_source')
        .values({ store_id: store.storeId, name: 'ไฟล์', file_id: id, status: 'waiting_for_load', created_by: null })
        .execute()
      await requestLoad(core, db, store.storeId, id, usual)
    })
    await core.storage.remove((await fileOf(id)).storage_key)
    await expect(loadFile(core, store.storeId, id, never)).rejects.toThrow()
    expect(await fileOf(id)).toMatchObject({ load_status: 'failed', load_error: { name: 'internal' } })
    const { data } = await store.call(dataSources.list, { query: {} })
    expect(data[0]!.status).toBe('load_failed')
  })

  test('names an unreadable row', async () => {
    const file = await loaded('ชื่อ,เบอร์\nก,1\n"ข,2\nค,3\n')
    expect([file.load_status, file.load_error]).toEqual(['failed', { name: 'quote_unclosed', details: { row: 3 } }])
  })

  test('onto a full disk fails with the reason, leaves nothing behind and can be retried', async () => {
    const core = await idleCore()
    const { id, settings } = await upload(thai874('ชื่อ;เบอร์\r\nญาดา;1\r\n'))
    await ask(core, id, settings)
    const full = { ...core.storage, put: async () => Promise.reject(new StorageFull()) }
    await loadFile({ ...core, storage: full }, store.storeId, id, never)
    expect((await fileOf(id)).load_error).toEqual({ name: 'storage_full' })
    expect(await stored()).toHaveLength(1)
    await ask(core, id, settings)
    await loadFile(core, store.storeId, id, never)
    expect((await fileOf(id)).load_status).toBe('loaded')
  })

  test('that is done again leaves the rows of the first one behind nowhere', async () => {
    const core = await idleCore()
    const file = await loaded(thai874('ชื่อ;เบอร์\r\nญาดา;1\r\n'))
    await ask(core, file.id, { ...file.settings, header_row: 0 })
    await loadFile(core, store.storeId, file.id, never)
    expect((await fileOf(file.id)).row_count).toBe(2)
    expect(await stored()).toHaveLength(2)
  })
})
