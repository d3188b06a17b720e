import type pg from 'pg'
import { makeLogin, sessionOf } from '../../testing/open-api/sql-login.testing.ts'
import type { Chance } from './chance.ts'
import { guessOf } from './step.ts'
import type { World } from './world.ts'

// What the SQL login of a store asks of closed columns, segments and labels.

export interface SqlStep {
  way: string
  text(world: World): string
}

const logins = new WeakMap<World, Promise<pg.Client>>()

/** The session of a world's login, made at the first statement. */
function sessionIn(world: World): Promise<pg.Client> {
  let session = logins.get(world)
  if (!session) {
    session = makeLogin(world.store).then(sessionOf)
    logins.set(world, session)
  }
  return session
}

/** Rows of a statement, or its error. */
export async function runSql(world: World, { text }: SqlStep): Promise<string> {
  const session = await sessionIn(world)
  return session.query({ text: text(world), rowMode: 'array' }).then(
    ({ rows, fields }) => JSON.stringify([fields.map(({ name }) => name), rows]),
    ({ code, message }: { code: string; message: string }) => `${code} ${message}`,
  )
}

const literal = (value: string | number) => `'${String(value)}'`

export function sqlStep(chance: Chance, world: World): SqlStep {
  const closed = chance.pick(world.closed)
  const column = closed.name.toLowerCase()
  const guess = literal(guessOf(chance, closed))
  const [person, segment] = [chance.int(world.profiles.length), chance.int(world.closedSegments.length)]
  const ways: [number, string, (of: World) => string][] = [
    [3, 'every column', () => 'select * from profile order by id'],
    [3, 'filter', () => `select id from profile where ${column} = ${guess} order by id`],
    [2, 'count', () => `select count(*), count(${column}), count(distinct ${column}) from profile`],
    [2, 'order', () => `select id from profile order by ${column} nulls last, id`],
    [2, 'computed', () => 'select visadays, count(*) from profile group by 1 order by 1'],
    [2, 'error by value', () => `select 1 / (case when ${column} = ${guess} then 0 else 1 end) from profile`],
    [2, 'row as text', (of) => `select p::text from profile p where id = ${of.profiles[person]}`],
    [
      3,
      'members',
      (of) => `select profile_id from segment_member where segment_id = ${of.closedSegments[segment]} order by 1`,
    ],
    [2, 'every member', () => 'select * from segment_member order by 1, 2'],
    [2, 'labels', () => 'select * from label order by id'],
    [1, 'activities', () => 'select * from activity order by id'],
    [1, 'consents', () => 'select * from consent order by 1'],
  ]
  const [way, text] = chance.weighed(ways.map(([weight, ...rest]) => [weight, rest] as const))
  return { way: `sql ${way}`, text }
}
