import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { databaseUrl } from '../testing/database.testing.ts'
import { startRuam } from './ruam-process.ts'

const guessable = { RUAM_SETUP_PASSWORD: 'owner-2569' }
const sentence = /The setting RUAM_SETUP_PASSWORD is not valid: .*easy to guess/

async function inFolder(work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-first-start-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

test('a first start makes no database when the set-up password is easily guessed', { tags: ['verify'] }, () =>
  inFolder(async (folder) => {
    await expect(startRuam(folder, { role: 'all', env: guessable })).rejects.toThrow(sentence)
    expect(existsSync(join(folder, 'postgres'))).toBe(false)
  }),
)

test('a first start makes no table in an external database when the set-up password is easily guessed', () =>
  inFolder(async (folder) => {
    const { superUrl } = inject('database')
    const name = 'ruam_first_start'
    const superuser = new pg.Client({ connectionString: superUrl })
    await superuser.connect()
    await superuser.query(`create database ${name}`)
    const url = databaseUrl(superUrl, name)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await expect(startRuam(folder, { role: 'all', env: { ...guessable, DATABASE_URL: url } })).rejects.toThrow(
        sentence,
      )
      const { rows } = await client.query("select from pg_tables where schemaname = 'public'")
      expect(rows).toEqual([])
    } finally {
      await client.end()
      await superuser.query(`drop database ${name} with (force)`)
      await superuser.end()
    }
  }))
