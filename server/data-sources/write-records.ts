import type pg from 'pg'
import { copyLines, copyValue } from './copy.ts'
import type { Decision } from './decide.ts'
import type { Plan } from './plan.ts'

export async function prepareRecords(client: pg.ClientBase): Promise<void> {
  await client.query(`
    drop table if exists pg_temp.incoming_record;
    create temp table incoming_record (record_no int, status text, profile_id bigint, changes jsonb, error jsonb)`)
}

/** Writes what became of each row of a batch; of a real run this is the journal. */
export async function writeRecords(
  client: pg.ClientBase,
  storeId: number,
  run: number,
  plan: Plan,
  decisions: Decision[],
): Promise<void> {
  await client.query('truncate pg_temp.incoming_record')
  await copyLines(
    client,
    'pg_temp.incoming_record',
    decisions.map((decision) => line(decision, plan)),
  )
  await client.query({
    name: 'insert-records',
    text: `insert into run_record (store_id, run, record_no, status, profile_id, changes, error)
      select $1, $2, record_no, status, profile_id, changes, error from pg_temp.incoming_record`,
    values: [storeId, run],
  })
}

function line({ no, status, entry, changes, error }: Decision, plan: Plan): string {
  const id = entry?.id ?? null
  return [
    String(no),
    status,
    // A dry run's new profiles have no id that anybody could open.
    id !== null && id > 0 ? String(id) : '\\N',
    changes === null
      ? '\\N'
      : copyValue(
          JSON.stringify(
            Object.fromEntries(
              changes.map(([place, before, after]) => [plan.fields[place]!.field.id, [before, after]]),
            ),
          ),
        ),
    error === null ? '\\N' : copyValue(JSON.stringify({ ...error, value: plainText(error.value) })),
  ].join('\t')
}

/** The value as jsonb takes it: cut, without U+0000, and without half of a letter at the cut. */
const plainText = (value: string) => value.slice(0, 200).replaceAll('\u0000', '').toWellFormed()
