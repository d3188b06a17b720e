// `npx node tools/write-settings.ts`: writes docs/settings.md, every environment variable with its default and meaning.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { settingSections } from '../server/core/environment.ts'

export const settingsFile = fileURLToPath(new URL('../docs/settings.md', import.meta.url))

const INTRO = `# Settings

Environment variables, validated at start: an invalid one stops the server with a clear sentence. Written by \`tools/write-settings.ts\`
from \`server/core/environment.ts\`.
`

const FURTHER_SERVERS = `
\`DATABASE_URL_2\` to \`DATABASE_URL_10\` add database servers that each hold whole stores, with \`DATABASE_APP_URL_2\`,
\`DATABASE_DIRECT_URL_2\` and \`RUAM_SQL_HOST_2\` if needed ([operations.md](operations.md#several-database-servers)).

Your own database needs a locale that knows Thai letters, or searches for Thai names are slow:
\`create database ruam template template0 locale 'C.UTF-8'\`, or from PostgreSQL 17 on
\`locale_provider builtin builtin_locale 'C.UTF-8'\`.
`

function tableOf(section: Record<string, z.ZodType>) {
  const rows = Object.entries(section).map(([name, setting]) => {
    const { description } = setting
    if (!description) throw new Error(`The setting ${name} has no description.`)
    return `| \`${name}\` | ${defaultOf(setting)} | ${description} |`
  })
  return ['| setting | default | meaning |', '|---|---|---|', ...rows, ''].join('\n')
}

/** Returns a default as it is written in the environment, or an empty text. */
function defaultOf(setting: z.ZodType) {
  const { data } = setting.safeParse(undefined)
  return typeof data === 'boolean' ? String(Number(data)) : String(data ?? '')
}

/** Returns the text of docs/settings.md. Throws if a setting has no description. */
export const settingsText = () =>
  [
    INTRO,
    ...Object.entries(settingSections).map(
      ([title, section]) => `## ${title}\n\n${tableOf(section)}${title === 'Database' ? FURTHER_SERVERS : ''}`,
    ),
  ].join('\n')

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(settingsFile, settingsText())
