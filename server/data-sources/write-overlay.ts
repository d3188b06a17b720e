import type pg from 'pg'
import { copyLines, copyValue } from './copy.ts'
import type { Decided, Entry } from './decide.ts'
import { keyText, type Plan } from './plan.ts'

/** The dry run's table: profiles as they would be by now. Nothing of it outlives the connection. */
export const OVERLAY = 'pg_temp.overlay'

export async function prepareOverlay(client: pg.ClientBase, plan: Plan): Promise<void> {
  const keys = plan.keys.map((_, order) => `key_${order} text`)
  const shape = ['id bigint', '"values" text', ...keys].join(', ')
  await client.query(`
    drop table if exists ${OVERLAY};
    create temp table overlay (${shape});
    create unique index on ${OVERLAY} (id);
    ${plan.keys.map((_, order) => `create index on ${OVERLAY} (key_${order}) where key_${order} is not null;`).join('\n')}`)
}

/** Remembers what a batch would have written. New profiles get negative ids, from the row that would make them. */
export async function writeOverlay(client: pg.ClientBase, plan: Plan, { added, updated }: Decided): Promise<void> {
  if (added.length + updated.length === 0) return
  for (const entry of added) entry.id = -entry.row
  const line = (entry: Entry) =>
    [
      String(entry.id),
      copyValue(JSON.stringify(entry.values)),
      ...plan.keys.map((key) => copyValue(keyText(entry.values[key]!))),
    ].join('\t')
  if (updated.length > 0) {
    await client.query({
      name: 'overlay-replace',
      text: `delete from ${OVERLAY} where id = any($1::bigint[])`,
      values: [updated.map((entry) => entry.id)],
    })
  }
  await copyLines(client, OVERLAY, [...added, ...updated].map(line))
}
