// `npm run check`: a step of a migration locks one table that is in use, so that no writer of the running version waits for long or meets it
// in a deadlock. A file is split into steps by lines `-- step: ...`.
import { baseline } from '../server/database/baseline.ts'
import { type MigrationFile, migrationFiles, stepsOf } from '../server/database/migration-files.ts'
import { locksOf, UNKNOWN } from '../server/database/migration-locks.ts'

/** Migrations from before steps. They ran, so they cannot be changed; nothing is added to this list. */
const before: ReadonlySet<string> = new Set([
  '0322-names.sql',
  '0323-stops.sql',
  '0324-channel-connection.sql',
  '0325-quota-times.sql',
  '0326-first-purpose.sql',
  '0328-right-requests.sql',
  '0330-evidence-of-rows.sql',
  '0337-order-lines.sql',
  '0339-purchase-type.sql',
  '0343-consent-scope.sql',
  '0344-consents-of-runs.sql',
  '0347-mended-cells.sql',
])

/** Returns a sentence for each step that locks several tables, or tables that its text does not name. */
export function crowdedSteps(files: readonly MigrationFile[], exempt: ReadonlySet<string> = before): string[] {
  return files
    .filter(({ name }) => !baseline.has(name) && !exempt.has(name))
    .flatMap(({ name, text }) =>
      stepsOf(text).flatMap((step, index) => {
        const tables = locksOf(step.text, text).map(({ table }) => table)
        const where = `${name}, step ${index + 1}`
        if (tables.includes(UNKNOWN))
          return [`${where} changes tables that it does not name: write each change out, in a step of its own`]
        if (step.background && tables.length > 0)
          return [
            `${where} locks ${tables.join(', ')} in the background: build indexes concurrently, change rows in batches`,
          ]
        if (tables.length < 2) return []
        return [
          `${where} locks ${tables.length} tables (${tables.join(', ')}): put each into a step of its own with a line \`-- step: ...\``,
        ]
      }),
    )
}

if (import.meta.main) {
  const problems = crowdedSteps(migrationFiles())
  for (const one of problems) console.error(one)
  if (problems.length > 0) process.exitCode = 1
}
