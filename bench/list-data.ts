import type pg from 'pg'
import { analyzeIfRequested } from './statistics.ts'
import { drawnNames, syllables } from './thai-names.ts'

/** Twenty fields as a store makes them: eight of text, of which two hold something different for each person. */
const fields = [
  ['memberLevel', 'String', `to_jsonb((array['ทั่วไป', 'เงิน', 'ทอง', 'แพลทินัม'])[1 + n % 4])`],
  ['branch', 'String', `to_jsonb('สาขา ' || n % 40)`],
  ['memberCode', 'String', `to_jsonb('RM-' || lpad(to_hex((n::bigint * 7919) % 16777216), 6, '0'))`],
  ['nickname', 'String', `to_jsonb((array['นก', 'หมู', 'ไก่', 'แมว', 'กุ้ง', 'ปลา', 'Boy', 'May'])[1 + n % 8])`],
  ['favourite', 'String', `to_jsonb((array['ชาเย็น', 'กาแฟดำ', 'ลาเต้', 'โกโก้', 'ชาเขียว'])[1 + n % 5])`],
  ['channel', 'String', `to_jsonb((array['หน้าร้าน', 'เว็บไซต์', 'LINE', 'Facebook'])[1 + n / 7 % 4])`],
  ['seller', 'String', `to_jsonb('พนักงาน ' || n % 25)`],
  ['note', 'String', `to_jsonb('แพ้ ' || (array['กุ้ง', 'นม', 'ถั่ว', 'แป้ง'])[1 + n % 4] || ' ' || n)`],
  ...['points', 'visits', 'spent', 'discount', 'orders', 'refunds'].map((name, place) => [
    name,
    'Number',
    `to_jsonb((n * ${place + 3}) % 5000)`,
  ]),
  ...['joinedOn', 'lastVisitOn', 'expiresOn'].map((name, place) => [
    name,
    'Date',
    `to_jsonb(date '2020-01-01' + (n * ${place + 1}) % 2000)`,
  ]),
  ...['wantsMail', 'wantsSms', 'isStaff'].map((name, place) => [name, 'Boolean', `to_jsonb(n % ${place + 2} = 0)`]),
] as [name: string, type: string, value: string][]

const BLOCK = 50_000

/**
 * Fills a store with customers of all system fields that people use and twenty fields of its own, made over the last two years and
 * changed up to sixty days later; a fifth of them carry a label. Written by INSERT..SELECT: it is the list that is measured.
 * Answers the label.
 */
export async function fillStore(admin: pg.Client, storeId: number, rows: number): Promise<number> {
  const ids: number[] = []
  for (const [name, type] of fields) {
    const made = await admin.query<{ id: number }>(
      'insert into profile_field (store_id, field_name, display_name, data_type) values ($1, $2, $2, $3) returning id',
      [storeId, name, type],
    )
    ids.push(made.rows[0]!.id)
  }
  const custom = fields.map(([, , value], place) => `'${ids[place]}', ${value}`).join(', ')
  await admin.query('create temp table if not exists drawn_word (place int primary key, word text)')
  await admin.query(
    'insert into drawn_word select place - 1, word from unnest($1::text[]) with ordinality as w (word, place) on conflict do nothing',
    [drawnNames],
  )
  await admin.query('analyze drawn_word')
  for (let from = 1; from <= rows; from += BLOCK) {
    await admin.query(
      `insert into profile (store_id, prefix_name, first_name, last_name, phone, email, citizen_id, birth_date, gender, occupation,
         business_type, address, amount, custom, created_at, updated_at)
       select $1, (array['นาย', 'นาง', 'นางสาว'])[1 + n % 3], first.word,
         ($4::text[])[1 + n % 16] || ($4::text[])[1 + n / 16 % 16] || ($4::text[])[1 + n / 256 % 16],
         '+66' || (array[6, 8, 9])[1 + n % 3] || lpad(((n::bigint * 7919 + 11111111) % 100000000)::text, 8, '0'),
         case when n % 3 > 0 then 'c' || n || '@example.com' end, '9' || lpad(n::text, 12, '0'),
         date '1950-01-01' + n % 20000, (array['M', 'F'])[1 + n % 2],
         (array['พนักงาน', 'ค้าขาย', 'ข้าราชการ', 'ฟรีแลนซ์', 'นักศึกษา'])[1 + n % 6],
         (array['ร้านอาหาร', 'คาเฟ่', 'ค้าปลีก', 'สปา'])[1 + n % 5],
         (n % 900) || '/' || n % 99 || ' หมู่บ้าน' || village.word || ' ถ.สุขุมวิท ต.' || district.word || ' อ.เมือง จ.เชียงใหม่',
         n % 90000,
         jsonb_build_object(${custom}), made, made + interval '60 days' * ((n::bigint * 7919) % 1000 / 1000.0)
       from (select n, now() - interval '60 days' - interval '2 years' * (($5 - n)::float / $5) as made
         from generate_series($2::int, $3::int) n) people
         join drawn_word first on first.place = hashint4(n) & 16383
         join drawn_word village on village.place = hashint4(n + 50000000) & 16383
         join drawn_word district on district.place = hashint4(n / 7 + 90000000) & 16383
       order by n`,
      [storeId, from, Math.min(rows, from + BLOCK - 1), syllables, rows],
    )
  }
  const label = await admin.query<{ id: number }>(
    "insert into label (store_id, name, color, type, target_count) values ($1, 'ลูกค้าประจำ', '#2a7fff', 'general', $2) returning id",
    [storeId, Math.floor(rows / 5)],
  )
  await admin.query(
    `insert into profile_label (store_id, label_id, profile_id, source)
     select store_id, $2, id, 'manual_add' from profile where store_id = $1 and id % 5 = 0`,
    [storeId, label.rows[0]!.id],
  )
  await admin.query(
    'insert into profile_total (store_id, live) values ($1, $2) on conflict (store_id) do update set live = $2',
    [storeId, rows],
  )
  await analyzeIfRequested(admin)
  return label.rows[0]!.id
}
