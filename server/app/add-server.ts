// `npm run server:add postgres://owner@second/ruam`: checks and prepares a database to be a further server, and says which setting to add.
import '../core/node-version.js'
import { readConfig } from '../core/config.ts'
import { startDatabase } from '../database/database.ts'
import { prepareServer } from '../servers/add/prepare-server.ts'
import { runCommand } from './backup/run-command.ts'

await runCommand(async () => {
  const [url, ...more] = process.argv.slice(2)
  if (!/^postgres(ql)?:\/\//.test(url ?? '') || more.length > 0)
    throw new Error(
      "Use: npm run server:add postgres://owner:password@host/database, with the URL of the database's owner",
    )
  const config = readConfig(process.env)
  const say = (line: string) => console.log(line)
  const database = await startDatabase(config, say)
  try {
    await prepareServer({
      home: { ownerUrl: database.ownerUrl, powerUrl: database.rewriteUrl, embedded: !config.databaseUrl },
      url: url!,
      known: config.servers.map(({ id }) => id),
      secretKey: config.secretKey,
      say,
    })
  } finally {
    await database.stop()
  }
})
