import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** Columns of a person in Directus: the fields of list-data.ts, each as the type that an administrator would choose. */
const own: Record<string, string> = {
  ...{ memberLevel: 'text', branch: 'text', memberCode: 'text', nickname: 'text', favourite: 'text', channel: 'text' },
  ...{ seller: 'text', note: 'text', points: 'integer', visits: 'integer', spent: 'integer', discount: 'integer' },
  ...{ orders: 'integer', refunds: 'integer', joinedOn: 'date', lastVisitOn: 'date', expiresOn: 'date' },
  ...{ wantsMail: 'boolean', wantsSms: 'boolean', isStaff: 'boolean' },
}
const system: Record<string, string> = {
  ...{ prefix_name: 'text', first_name: 'text', last_name: 'text', phone: 'text', email: 'text', citizen_id: 'text' },
  ...{ birth_date: 'date', gender: 'text', occupation: 'text', business_type: 'text', address: 'text' },
  ...{ amount: 'numeric', created_at: 'timestamptz', updated_at: 'timestamptz' },
}

/** Columns of a file of customers.ts; texts, for Directus reads no day of a Thai year. */
export const importedColumns = [
  ...['prefix_name', 'first_name', 'last_name', 'phone', 'email', 'citizen_id'],
  ...['birth_date', 'gender', 'occupation', 'business_type', 'address', 'amount'],
]

/** Returns the name of a field's column in Directus. */
export const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Makes Directus' database next to Ruam's, with the same people; returns its address. The list's order has an index, as an administrator would add. */
export async function copyPeople(superUrl: string, fields: Record<string, number>): Promise<string> {
  const ruam = new pg.Client({ connectionString: superUrl })
  await ruam.connect()
  await ruam.query("create database directus template template0 locale 'C.UTF-8'")
  const url = new URL(superUrl)
  url.pathname = '/directus'
  const directus = new pg.Client({ connectionString: url.href })
  await directus.connect()
  const columns = {
    ...system,
    ...Object.fromEntries(Object.entries(own).map(([name, type]) => [columnOf(name), type])),
  }
  const defined = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  await directus.query(`create table person (id serial primary key, ${defined.join(', ')})`)
  const texts = importedColumns.map((name) => `${name} text`)
  await directus.query(`create table imported (id serial primary key, ${texts.join(', ')})`)
  const values = [...Object.keys(system), ...Object.keys(own).map((name) => `custom ->> '${fields[name]}'`)]
  await pipeline(
    ruam.query(to(`copy (select ${values.join(', ')} from profile where store_id = 1 order by id) to stdout`)),
    directus.query(from(`copy person (${Object.keys(columns).join(', ')}) from stdin`)),
  )
  await directus.query('create index on person (updated_at desc, id desc)')
  await directus.end()
  await ruam.end()
  return url.href
}
