import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import type { ReadRows, Tally } from './crash-count.ts'
import type { CrashFile } from './crash-file.ts'
import type { RuamClient } from './ruam-client.ts'

/** Adds a label to every customer of a file, and kills during the job. `strike` waits for its moment in the job. */
export async function labelEverybody(
  client: RuamClient,
  ask: ReadRows,
  file: CrashFile,
  source: number,
  strike: (job: number) => Promise<void>,
): Promise<Tally> {
  const body = { name: `ป้าย ${source}`, color: 'teal', type: 'general' } as const
  const label = (await client.call(labels.create, { body })).id
  const { job_id } = await client.call(profileBulk.start, {
    body: {
      target: {
        filter: { rule: { condition: 'and', rules: [{ kind: 'source', operator: 'any', data_source_id: source }] } },
      },
      action: { type: 'add_labels', label_ids: [label] },
    },
  })
  await over(client, job_id, strike)
  const [found] = await ask<{ people: number; has: number; told: number; twice: number; changed: number }>(
    `select (select count(*)::int from profile_label where label_id = $1) as has,
      (select target_count from label where id = $1) as people,
      (select count(distinct profile_id)::int from profile_change where job = $2) as told,
      (select count(*) - count(distinct profile_id) from profile_change where job = $2)::int as twice,
      (select changed from job where id = $2) as changed`,
    [label, job_id],
  )
  const { has, people, told, twice, changed } = found!
  const must = file.counts.added
  const differences = [people, told, changed].some((n) => n !== must)
    ? [`label counts ${people}, history ${told}, job ${changed}: must be ${must}`]
    : []
  return { lost: Math.max(0, must - has), doubled: Math.max(0, has - must) + twice, differences }
}

/** Undoes an import, and kills during the undo: all customers of its file must be gone, and no others. */
export async function undoImport(
  client: RuamClient,
  ask: ReadRows,
  file: CrashFile,
  run: { source: number; run_id: string },
  strike: (job: number) => Promise<void>,
): Promise<Tally> {
  const count = async () => (await ask<{ n: number }>('select count(*)::int as n from profile'))[0]!.n
  const before = await count()
  const params = { id: String(run.source), run_id: run.run_id }
  const { job_id } = await client.call(importUndo.undo, { params })
  await over(client, job_id, strike)
  const left = await ask<{ n: number }>('select count(*)::int as n from profile where phone = any($1)', [file.phones])
  const gone = before - (await count())
  const [kept] = await ask<{ live: number; people: number }>(
    `select (select sum(live)::int from profile_total) as live,
      (select count(*)::int from profile where deleted_at is null and merged_into is null) as people`,
  )
  const differences = kept!.live === kept!.people ? [] : [`total of profiles: ${kept!.live}, must be ${kept!.people}`]
  return { lost: Math.max(0, gone - file.counts.added), doubled: left[0]!.n, differences }
}

/** Limits a conversion to about one file of people, whatever the store holds. */
const CONVERTED = `from profile where id in (select id from profile order by id limit 120000)`

/** Changes the type of a field, and kills during the job. */
export async function convertField(
  client: RuamClient,
  ask: ReadRows,
  source: number,
  strike: (job: number) => Promise<void>,
): Promise<Tally> {
  const name = `field${source}`
  const body = { field_name: name, display_name: name, data_type: 'String' } as const
  const { id, updated_at } = await client.call(profileFields.create, { body })
  await ask(
    `update profile set custom = custom || jsonb_build_object('${id}', id || '.50') where id in (select id ${CONVERTED})`,
    [],
  )
  const change = { data_type: 'Number', origin_time: updated_at! } as const
  const { job_id: job } = await client.call(profileFields.update, { params: { id: String(id) }, body: change })
  if (job === null) throw new Error('The values were converted at once')
  await over(client, job, strike)
  const [found] = await ask<{ lost: number; wrong: number; people: number; changed: number }>(
    `select count(*) filter (where custom -> $1 is null)::int as lost, count(*)::int as people,
      count(*) filter (where custom -> $1 is distinct from to_jsonb(id + 0.5))::int as wrong,
      (select changed from job where id = $2) as changed
     ${CONVERTED}`,
    [String(id), job],
  )
  const { lost, wrong, people, changed } = found!
  const after = await ask('select from profile_field where id = $1 and data_type = $2 and converting_to is null', [
    id,
    'Number',
  ])
  const differences =
    wrong === 0 && after.length === 1 ? [] : [`${wrong} values, ${after.length} field of the new type`]
  return { lost: Math.max(lost, people - changed), doubled: Math.max(0, changed - people), differences }
}

async function over(client: RuamClient, job: number, strike: (job: number) => Promise<void>): Promise<void> {
  await strike(job)
  const { status } = await client.jobEnded(job)
  if (status !== 'completed') throw new Error(`Job ${job} ended as ${status}`)
}

/** Progress of a job, 0 to 1. */
export async function jobProgress(ask: ReadRows, job: number): Promise<number> {
  const rows = await ask<{ progress: number }>(
    `select case when status in ('pending', 'processing') then coalesce(done::float8 / nullif(total, 0), 0) else 1 end as progress
     from job where id = $1`,
    [job],
  )
  return rows[0]!.progress
}

/** Has another store wait for a place, and answers whether a job has left its own, but not begun its next turn; or is over. */
export async function releasesItsPlace(ask: ReadRows, job: number): Promise<boolean> {
  await ask(
    `insert into pgboss.job (name, data, priority) select 'store-job', '{"store_id": 0, "job": 0}', 1
     where not exists (select from pgboss.job where name = 'store-job' and state = 'created')`,
    [],
  )
  const [found] = await ask<{ left: boolean }>(
    `select status not in ('pending', 'processing') or (done > 0 and exists (select from pgboss.job
       where name = 'store-job' and state = 'created' and (data ->> 'job')::int = $1)) as left
     from job where id = $1`,
    [job],
  )
  return found!.left
}
