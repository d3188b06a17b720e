import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { databaseUrl, OWNER } from '../../platform/core/database.testing.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** A database as an older version left it, and what brings it up to date, as the owner. */
async function olderDatabase(before: string) {
  const { superUrl } = inject('database')
  const name = `ruam_test_older_${process.pid}`
  const root = new pg.Client({ connectionString: superUrl })
  await root.connect()
  await root.query(`create database ${name} owner ${OWNER} template template0`)
  const owner = new pg.Client({ connectionString: databaseUrl(superUrl, name, { name: OWNER, password: 'owner' }) })
  const admin = new pg.Client({ connectionString: databaseUrl(superUrl, name) })
  await owner.connect()
  await admin.connect()
  onTestFinished(async () => {
    await owner.end()
    await admin.end()
    await root.query(`drop database ${name} with (force)`)
    await root.end()
  })
  const all = readdirSync(folder).sort()
  const run = async (wanted: (file: string) => boolean) => {
    for (const file of all.filter(wanted)) await owner.query(readFileSync(new URL(file, folder), 'utf8'))
  }
  await run((file) => file < before)
  return { admin, migrate: () => run((file) => file >= before) }
}

test('files of an older version stay loaded, and loads that were under way can be tried again', async () => {
  const { admin, migrate } = await olderDatabase('0005')
  await admin.query("insert into store (name) values ('ร้าน')")
  const states = ['ready_to_map', 'success', 'load_failed', 'waiting_for_load', 'loading']
  for (const [no, status] of states.entries()) {
    await admin.query(
      `insert into file (store_id, name, size, type, storage_key, settings, row_count)
       values (1, 'a.csv', 1, 'csv', '1/x', '{"delimiter": ";", "charset": "utf-8"}', $1)`,
      [no < 2 ? 7 : null],
    )
    await admin.query('insert into data_source (store_id, name, status, file_id, error) values (1, $1, $1, $2, $3)', [
      status,
      no + 1,
      status === 'load_failed' ? '{"name": "file_empty"}' : null,
    ])
  }
  await migrate()
  const { rows } = await admin.query(
    'select d.name, d.status, load_status, load_error, settings from data_source d join file f on f.id = file_id order by d.id',
  )
  const settings = {
    delimiter: ';',
    quotes: 'double',
    charset: 'utf-8',
    header_row: 1,
    drop_empty_last: false,
    sheet: null,
  }
  const failed = (name: string, error: string) => ({
    name,
    status: 'load_failed',
    load_status: 'failed',
    load_error: { name: error },
    settings,
  })
  expect(rows).toEqual([
    { name: 'ready_to_map', status: 'ready_to_map', load_status: 'loaded', load_error: null, settings },
    { name: 'success', status: 'success', load_status: 'loaded', load_error: null, settings },
    failed('load_failed', 'file_empty'),
    failed('waiting_for_load', 'internal'),
    failed('loading', 'internal'),
  ])
})
