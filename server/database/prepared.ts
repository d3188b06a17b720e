import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './tables.ts'

type ReadValue = string | number | boolean | null | Buffer

/** A statement that a read call declares, with its values. */
export interface Read<Row = unknown> {
  /** Name of the prepared statement; without one PostgreSQL plans it each time. */
  name: string
  text: string
  values: readonly ReadValue[]
  /** For types only. */
  rows?: Row[]
}

/** The texts of all there are, by name: for the suite that looks at their plans. */
export const declared = new Map<string, () => string>()

/** Stands for the value that comes later. */
class Given {
  readonly place: number
  constructor(place: number) {
    this.place = place
  }
}

const builder: Db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * A statement that is built once and then only given its values. `build` may hand on what it is given as values, and must not look at it:
 * what decides on the text belongs into the name. One name has one text. Each plan is made once and kept, whatever the tables hold
 * by then, so there must be only one to choose on connections for reads (`createReadPool`).
 */
export function prepared<A extends readonly ReadValue[], Row>(
  name: string,
  build: (db: Db, ...given: A) => Compilable<Row> | RawBuilder<Row>,
): (...given: A) => Read<Row> {
  if (declared.has(name)) throw new Error(`Two statements are called ${name}`)
  // The database is the first of what it is given.
  declared.set(name, () => textOf(build, build.length - 1).text)
  let built: { text: string; parameters: readonly unknown[] } | undefined
  return (...given) => {
    built ??= textOf(build, given.length)
    const values = built.parameters.map((value) =>
      value instanceof Given ? given[value.place]! : (value as ReadValue),
    )
    return { name, text: built.text, values }
  }
}

function textOf(build: (db: Db, ...given: never) => Compilable | RawBuilder<unknown>, places: number) {
  const given = Array.from({ length: places }, (_, place) => new Given(place))
  const { sql, parameters } = build(builder, ...(given as never)).compile(builder)
  return { text: sql, parameters }
}
