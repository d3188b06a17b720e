// `npm run upgrade`: migrates all database servers and ends, with what a start leaves for the background. `-- --check` only says what it would do.
import { join } from 'node:path'
import '../core/node-version.js'
import { readConfig } from '../core/config.ts'
import { migrate } from '../database/migrate.ts'
import { migrationFiles } from '../database/migration-files.ts'
import { supervisePostgres } from '../database/postgres/supervise.ts'
import { describePlan, planUpgrade } from '../database/upgrade-plan.ts'
import { asOwner } from '../servers/database-servers.ts'
import { runCommand } from './backup/run-command.ts'

await runCommand(async () => {
  const words = process.argv.slice(2)
  if (words.some((word) => word !== '--check')) throw new Error('Use: npm run upgrade, or npm run upgrade -- --check')
  const config = readConfig(process.env)
  const say = (line: string) => console.log(line)
  const embedded = config.databaseUrl ? undefined : await supervisePostgres(join(config.dataFolder, 'postgres'), say)
  try {
    const urls = [config.databaseUrl ?? embedded!.ownerUrl, ...config.servers.map(({ databaseUrl }) => databaseUrl)]
    const numbers = [1, ...config.servers.map(({ id }) => id)]
    for (const [index, url] of urls.entries()) {
      const server = numbers[index]!
      if (urls.length > 1) say(`Server ${server}`)
      if (!words.includes('--check')) await migrate(url, config.secretKey, { log: say, server, wholly: true })
      for (const line of describePlan(await asOwner(url, (client) => planUpgrade(client, migrationFiles())))) say(line)
    }
  } finally {
    await embedded?.stop()
  }
})
