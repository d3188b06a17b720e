import type pg from 'pg'
import { baseline, replacedAmong } from './baseline.ts'
import { type MigrationFile, stepsOf } from './migration-files.ts'
import { locksOf, type TableLock } from './migration-locks.ts'

interface PlannedStep {
  file: string
  step: number
  steps: number
  /** In the background: while the servers work. */
  background: boolean
  locks: (TableLock & { bytes: number | null })[]
}

interface UpgradePlan {
  /** PostgreSQL's. */
  version: string
  database: string
  /** True for a database without tables of Ruam. */
  empty: boolean
  steps: PlannedStep[]
  /** Reasons of pending migrations for which the previous version cannot be started again. */
  oneWay: string[]
  /** Transactions of other sessions that are open for more than a minute: steps wait for them. */
  longTransactions: number
}

const ONE_WAY = /^-- one way: (.+)$/m

/** Reads which migrations are due, and what each step of them locks. Changes nothing. */
export async function planUpgrade(client: pg.Client, files: readonly MigrationFile[]): Promise<UpgradePlan> {
  const { rows } = await client.query<Pick<UpgradePlan, 'version' | 'database' | 'empty' | 'longTransactions'>>(`
    select current_setting('server_version') as version, current_database() as database,
      to_regclass('public.migration') is null as empty,
      (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and xact_start < now() - interval '1 minute') as "longTransactions"`)
  const state = rows[0]!
  const ran = new Set<string>()
  const ended = new Set<string>()
  if (!state.empty) {
    const { rows: names } = await client.query<{ name: string }>('select name from migration')
    for (const { name } of names) ran.add(name)
    const { rows: kept } = await client.query<{ kept: boolean }>(
      "select to_regclass('public.migration_step') is not null as kept",
    )
    if (kept[0]!.kept) {
      const { rows: steps } = await client.query<{ key: string }>(
        `select name || '#' || step as key from migration_step where ended_at is not null`,
      )
      for (const { key } of steps) ended.add(key)
      // Those that are left for the background are due, though their migration has run.
      const { rows: left } = await client.query<{ name: string }>(
        'select distinct name from migration_step where ended_at is null',
      )
      for (const { name } of left) ran.delete(name)
    }
  }
  const done = (name: string) => ran.has(name) || (baseline.has(name) && replacedAmong(ran) === 'all')
  const due = files.filter(({ name }) => !done(name))
  const sizes = await sizesOf(client)
  return {
    ...state,
    oneWay: due.flatMap(({ text }) => ONE_WAY.exec(text)?.[1] ?? []),
    steps: due.flatMap(({ name, text }) => {
      const steps = stepsOf(text)
      return steps.flatMap((step, index) =>
        ended.has(`${name}#${index}`)
          ? []
          : [
              {
                ...{ file: name, step: index + 1, steps: steps.length, background: step.background },
                locks: locksOf(step.text, text).map((lock) => ({ ...lock, bytes: sizes.get(lock.table) ?? null })),
              },
            ],
      )
    }),
  }
}

async function sizesOf(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

const LOCKED = { all: 'its readers and writers wait', writes: 'its writers wait' } as const

/** Describes a plan in lines for the terminal. */
export function describePlan({ version, database, empty, steps, oneWay, longTransactions }: UpgradePlan): string[] {
  const head = `Database ${database} on PostgreSQL ${version}: `
  if (empty) return [`${head}empty. The first start creates everything.`]
  if (steps.length === 0) return [`${head}up to date. Nothing to do.`]
  return [
    `${head}${steps.length} steps to do. Each waits at most half a second for a lock, and is tried again.`,
    ...steps.map(
      ({ file, step, steps: all, background, locks }) =>
        `  ${file} ${step}/${all}${background ? ', in the background' : ''}: ${
          locks.length === 0
            ? 'locks no table in use'
            : locks
                .map(
                  ({ table, lock, bytes }) => `${table}${bytes === null ? '' : ` (${sizeOf(bytes)})`}, ${LOCKED[lock]}`,
                )
                .join('; ')
        }`,
    ),
    ...(longTransactions > 0
      ? [`  ${longTransactions} transactions are open for over a minute: steps that lock their tables wait for them.`]
      : []),
    oneWay.length === 0
      ? '  Way back: start the previous version again. It works with the new tables, and nothing has to be undone.'
      : `  Way back: only the backup from before (${oneWay.join('; ')}).`,
  ]
}

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(0)} MB`
