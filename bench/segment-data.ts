import pg from 'pg'
import { fillStore } from './list-data.ts'
import type { Product } from './product.ts'
import { analyzeIfRequested } from './statistics.ts'

/** Things of the measured store that rules name. */
export interface Names {
  rows: number
  /** Fields by their names, those of list-data.ts and the sum over 90 days. */
  field: Record<string, number>
  purchase: number
  visit: number
  amount: number
  regular: number
  member: number
}

const OTHERS = 20
const ACTIVITIES_EACH = 3

/** Creates a store with three activities per person and two labels, and 20 stores of a fiftieth. Once per data folder. */
export async function segmentStore(product: Product, rows: number): Promise<Names> {
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  try {
    const total = await admin.query<{ live: number }>('select live from profile_total where store_id = 1')
    if (Number(total.rows[0]?.live ?? 0) < rows) await fill(product, admin, rows)
    return await namesOf(admin, rows)
  } finally {
    await admin.end()
  }
}

async function fill(product: Product, admin: pg.Client, rows: number): Promise<void> {
  await admin.query("set synchronous_commit = off; set maintenance_work_mem = '1GB'")
  // Filled one by one, the indexes of words take most of the time.
  const { rows: indexes } = await admin.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index i
     join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where indrelid = 'profile'::regclass and a.amname = 'gin' order by 1`,
  )
  for (const { name } of indexes) await admin.query(`drop index ${name}`)
  const { id: purchase } = await product.call('POST', '/activity-type', { name: 'ซื้อของหน้าร้าน' })
  await product.call('POST', '/activity-type', { name: 'แวะร้าน' })
  const { id: amount } = await product.call('POST', `/activity-field?activity_type_id=${purchase}`, {
    name: 'paid',
    display_name: 'ยอดจ่าย',
    data_type: 'Number',
  })
  await product.call('POST', '/profile-field', {
    field_name: 'spentLately',
    display_name: 'ยอดซื้อ 90 วัน',
    data_type: 'Number',
    formula: { function: 'activity_sum', activity_id: purchase, field_id: amount, days: 90 },
  })
  await fillStore(admin, 1, rows)
  await fillRest(admin, 1, rows)
  for (let n = 0; n < OTHERS; n++) {
    const made = await admin.query<{ id: number }>("insert into store (name) values ('อีกร้าน') returning store_id as id")
    const { id } = made.rows[0]!
    const few = Math.ceil(rows / 50)
    await admin.query("insert into activity_type (store_id, name) values ($1, 'ซื้อของหน้าร้าน'), ($1, 'แวะร้าน')", [id])
    await fillStore(admin, id, few)
    await fillRest(admin, id, few)
  }
  for (const { text } of indexes) await admin.query(text)
  await analyzeIfRequested(admin)
}

/** Purchases and visits of the last two years, more of them lately, and a second label for a seventh. */
async function fillRest(admin: pg.Client, storeId: number, rows: number): Promise<void> {
  await admin.query(
    `insert into activity (store_id, profile_id, type_id, activity_at, fields)
     select $1, p.id, t.ids[1 + (p.id * 3 + n) % 5 / 3], now() - interval '2 years' * power((p.id * 7919 + n * 104729) % 10007 / 10007.0, 1.5),
       case when (p.id * 3 + n) % 5 < 3 and t.paid is not null then jsonb_build_object(t.paid::text, (p.id * 31 + n * 17) % 3000) else '{}' end
     from profile p cross join generate_series(1, $2::int) n cross join
       (select array_agg(id order by id) as ids, max(field_ids[1]) as paid from activity_type where store_id = $1 and name in ('ซื้อของหน้าร้าน', 'แวะร้าน')) t
     where p.store_id = $1 order by p.id, n`,
    [storeId, ACTIVITIES_EACH],
  )
  await admin.query(
    `with made as (insert into label (store_id, name, color, type, target_count)
       select $1, 'สมาชิก', '#2a7fff', 'general', count(*) from profile where store_id = $1 and id % 7 < 2 returning id)
     insert into profile_label (store_id, label_id, profile_id, source)
     select $1, made.id, p.id, 'manual_add' from made, profile p where p.store_id = $1 and p.id % 7 < 2`,
    [storeId],
  )
  if (rows > 100_000) await admin.query('checkpoint')
}

async function namesOf(admin: pg.Client, rows: number): Promise<Names> {
  const ids = async (table: string, name: string) => {
    const found = await admin.query<{ id: number; name: string }>(
      `select id, ${name} as name from ${table} where store_id = 1 order by id desc`,
    )
    return Object.fromEntries(found.rows.map((row) => [row.name, row.id]))
  }
  const [field, types, labels, properties] = [
    await ids('profile_field', 'field_name'),
    await ids('activity_type', 'name'),
    await ids('label', 'name'),
    await ids('activity_field', 'field_name'),
  ]
  return {
    rows,
    field,
    purchase: types.ซื้อของหน้าร้าน!,
    visit: types.แวะร้าน!,
    amount: properties.paid!,
    regular: labels.ลูกค้าประจำ!,
    member: labels.สมาชิก!,
  }
}
