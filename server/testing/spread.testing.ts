import type pg from 'pg'
import { expect, inject } from 'vitest'
import { randomOf } from '../../tools/random.ts'

/**
 * TEST_SERVER=2: all new stores of a run lie on the second server. TEST_SERVER=random: each lies at home or there, as TEST_SEED draws it, which the
 * run prints.
 */
export const spread = process.env.TEST_SERVER as '2' | 'random' | undefined

/** Draws of the present file: true for the second server. */
let draws: { file: string; next: () => boolean } | undefined

/** True if the next store lies on the second server. */
export function isNextThere(): boolean {
  if (spread !== 'random') return true
  const file = expect.getState().testPath ?? ''
  if (draws?.file !== file) {
    const random = randomOf([...file.split('/').at(-1)!].reduce(hash, inject('seed')))
    draws = { file, next: () => random.chance(0.5) }
  }
  return draws.next()
}

const hash = (so: number, letter: string) => (Math.imul(so, 31) + letter.charCodeAt(0)) | 0

/** Ids of the second server are above this one, also those of the stores that tests make there. */
const HOME_IDS = 100_000_000
/** Tables with rows of a person on both home and the store's server. */
const PEOPLE = /\b(users|user_session|access_token|user_device|store_member)\b/
/** Belong to the cluster, which both servers of a test share. */
const OF_CLUSTER = /\b(create|alter|drop) (role|user|database)\b/i
const CATALOG = /\b(pg_\w+|information_schema)\b/

/**
 * Connections of the superuser to both servers: a statement runs on the server whose ids it has; on both if it changes or reads people, or names no
 * row.
 */
export function bothAdmins(home: pg.Pool, there: pg.Pool): pg.Pool {
  const main = spread === '2' ? there : home
  async function query(first: string | pg.QueryConfig, given?: unknown[]) {
    const text = typeof first === 'string' ? first : first.text
    const values = given ?? (typeof first === 'string' ? [] : (first.values ?? []))
    const one = onlyOne(text, values)
    if (one) return one.query(first as string, given)
    const found = await home.query(first as string, given)
    const more = await there.query(first as string, given)
    return {
      ...found,
      rows: [...(found.rows ?? []), ...(more.rows ?? [])],
      rowCount: (found.rowCount ?? 0) + (more.rowCount ?? 0),
    }
  }
  function onlyOne(text: string, values: readonly unknown[]): pg.Pool | undefined {
    if (values.some(isOfThere) || /\b[1-9]\d{8,12}\b/.test(text)) return there
    if (/\binsert\b|\bauth\./i.test(text)) return home
    if (PEOPLE.test(text)) return undefined
    if (CATALOG.test(text) || OF_CLUSTER.test(text)) return main
    return values.some((value) => typeof value === 'number') ? home : undefined
  }
  return { query, connect: () => main.connect(), options: main.options } as unknown as pg.Pool
}

function isOfThere(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isOfThere)
  if (typeof value === 'string') return Number(/^run_(\d+)_/.exec(value)?.[1] ?? 0) > HOME_IDS
  return typeof value === 'number' && value > HOME_IDS
}
