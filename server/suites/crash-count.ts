import type { Run } from '@ruam/contract/imports/run-state.ts'
import type { CrashFile } from './crash-file.ts'

/** Reads rows past the wall. */
export type ReadRows = <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>

export interface Tally {
  /** Rows and people of the file that are not there. */
  lost: number
  /** Rows and people of the file that are there more than once. */
  doubled: number
  /** Differences between counts and tables, in words. */
  differences: string[]
}

/** Holds a finished run and its dry run against the file, and every figure that Ruam keeps against the rows it stands for. */
export async function countImport(ask: ReadRows, file: CrashFile, dry: Run, real: Run): Promise<Tally> {
  const tally: Tally = { lost: 0, doubled: 0, differences: [] }
  const differs = (what: string, is: unknown, must: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(must))
      tally.differences.push(`${what}: ${JSON.stringify(is)}, must be ${JSON.stringify(must)}`)
  }
  const stored = await ask<{ phone: string; n: number }>(
    'select phone, count(*) as n from profile where phone = any($1) and deleted_at is null group by phone',
    [file.phones],
  )
  tally.lost += file.phones.length - stored.length
  for (const { n } of stored) tally.doubled += n - 1

  for (const run of [dry, real]) {
    // Rows of a dry run without a record are additions.
    differs(`${run.kind} run ended as`, run.status, 'completed')
    differs(`${run.kind} run counts`, ordered(run.stats), ordered(file.counts))
    const records = await ask<{ status: string; n: number }>(
      `select d.status, count(*) as n from run_record d join run r on r.store_id = d.store_id and r.id = d.run
       where r.run_id = $1 group by d.status
       union all
       select 'added', count(*) from run r cross join generate_series(1, r.done) n
       where r.run_id = $1 and r.kind = 'dry'
         and not exists (select from run_record where store_id = r.store_id and run = r.id and record_no = n)`,
      [run.run_id],
    )
    const total = records.reduce((sum, { n }) => sum + n, 0)
    tally.lost += Math.max(0, file.counts.total - total)
    tally.doubled += Math.max(0, total - file.counts.total)
    const of = (status: string) => records.reduce((sum, row) => (row.status === status ? sum + row.n : sum), 0)
    const { added, updated, duplicated } = run.stats
    differs(`${run.kind} run records`, [of('added'), of('updated'), of('duplicated')], [added, updated, duplicated])
    differs(`${run.kind} run failed records`, of('failed') + of('conflict'), run.stats.failed)
  }
  const made = await ask<{ n: number; rows: number }>(
    `select count(*) as n, count(distinct p.origin_row) as rows from profile p join run r on r.store_id = p.store_id and r.id = p.origin_run
     where r.run_id = $1`,
    [real.run_id],
  )
  differs('profiles of the run', made[0], { n: real.stats.added, rows: real.stats.added })
  await countStore(ask, differs)
  return tally
}

/** Totals and counters of the whole store, over every import so far. */
async function countStore(ask: ReadRows, differs: (what: string, is: unknown, must: unknown) => void): Promise<void> {
  const one = async (sql: string) => (await ask<{ n: number }>(sql))[0]!.n
  differs(
    'total of profiles',
    await one('select sum(live)::bigint as n from profile_total'),
    await one('select count(*) as n from profile where deleted_at is null and merged_into is null'),
  )
  const metrics = await ask<{ metric: string; n: number }>(
    'select metric, sum(value)::bigint as n from hourly_count group by metric',
  )
  const sums = await ask<Record<string, number>>(
    `select sum(done)::bigint as record, sum(added)::bigint as record_add, sum(updated)::bigint as record_update,
       sum(duplicated)::bigint as record_duplicate, sum(failed)::bigint as record_error, sum(added)::bigint as profile
     from run where kind = 'real'`,
  )
  for (const [metric, must] of Object.entries(sums[0]!)) {
    differs(`counter ${metric}`, metrics.find((row) => row.metric === metric)?.n ?? 0, must)
  }
}

const ordered = ({ added, updated, duplicated, failed, conflict, total }: CrashFile['counts']) => [
  added,
  updated,
  duplicated,
  failed,
  conflict,
  total,
]
