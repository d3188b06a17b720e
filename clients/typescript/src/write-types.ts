import type { Ruam } from './client.ts'

type Fields = Awaited<ReturnType<typeof ruamFields>>
const ruamFields = (ruam: Ruam) => ruam.get('/open-api/v1/fields')
type Field = Pick<Fields['profile'][number], 'name' | 'display_name' | 'data_type'>

const kinds: Partial<Record<string, string>> = { Number: 'number', Boolean: 'boolean' }

/** Members of every object: of a customer without the value, they read as what the object inherits. */
const inherited = [
  ...['constructor', 'hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable'],
  ...['toLocaleString', 'toString', 'valueOf'],
]

function property({ name, display_name, data_type }: Field): string {
  // A name may be any text, also one that JavaScript uses itself.
  const key = JSON.stringify(name)
  const title = display_name.replaceAll('*/', '* /').replace(/\s+/g, ' ')
  const others = inherited.includes(name) ? ` | Object[${key}]` : ''
  return `  /** ${title} */\n  ${key}?: ${kinds[data_type] ?? 'string'} | null${others}`
}

const block = (head: string, fields: readonly Field[]) => `${head} {\n${fields.map(property).join('\n')}\n}\n`

/** Returns the TypeScript types of the fields that a store has: of customers, and of each activity type by its name. */
export function writeTypes({ profile, activity_types }: Fields): string {
  const activities = activity_types
    .map(({ name, fields }) =>
      block(`  ${JSON.stringify(name)}:`, fields)
        .replace(/^/gm, '  ')
        .trimEnd(),
    )
    .join('\n')
  return [
    '// Written by `ruam types`. Run it again when the store changes its fields.\n',
    block('export interface ProfileValues', profile),
    `export interface ActivityValues {\n${activities}\n}\n`,
  ].join('\n')
}
