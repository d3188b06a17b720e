import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sqlStatements } from '../../tools/sql-statements.ts'
import { composedStatements, textOf } from './sql-texts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = [...new Set(composedStatements.map(({ file }) => file))]

/** Maximum lines of a template; composed SQL may be longer. */
const LONG = 12

// `npx vitest run sql-texts -u` writes them again.
test.each(files)('the statements of %s match the .sql file next to it', async (file) => {
  const texts = []
  for (const statement of composedStatements.filter((known) => known.file === file))
    texts.push(`-- ${statement.name}\n${await textOf(statement)};\n`)
  await expect(texts.join('\n')).toMatchFileSnapshot(join(root, file.replace(/\.ts$/, '.sql')))
})

test('every long statement can be read as PostgreSQL gets it', () => {
  const product = globSync('server/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(test|testing)\.ts$|server\/suites\//.test(file),
  )
  const missing = product.flatMap((file) => {
    const long = sqlStatements(readFileSync(join(root, file), 'utf8')).filter(({ lines }) => lines > LONG)
    return long.flatMap(({ within }) =>
      composedStatements.some((known) => known.file === file && known.name === within) ? [] : [`${file}: ${within}`],
    )
  })
  expect(missing).toEqual([])
})
