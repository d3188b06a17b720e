import { readConfig } from '../core/config.ts'
import { openServers } from '../servers/database-servers.ts'
import { cancelMove, moveStore } from '../servers/move/move.ts'
import { cancellation } from './backup/run-command.ts'

const USE =
  'Use: npm run store:move 7 2, with the numbers of a store and of a server; with -- --cancel to give a move up, or -- --copy to hold writes during a plain COPY'

/** Moves a store, or gives its move up, as the words after the command say. */
export async function moveByCommand(words: readonly string[]): Promise<void> {
  const signal = cancellation()
  const flags = words.filter((word) => word.startsWith('--'))
  const [store, server, ...more] = words.filter((word) => !word.startsWith('--'))
  const unknown = flags.some((flag) => flag !== '--cancel' && flag !== '--copy')
  if (!isNumber(store) || (!isNumber(server) && !flags.includes('--cancel')) || more.length > 0 || unknown)
    throw new Error(USE)
  const config = readConfig(process.env)
  const say = (line: string) => console.log(line)
  const servers = await openServers(config, say)
  try {
    if (flags.includes('--cancel')) await cancelMove(servers, Number(store), say)
    else
      await moveStore({
        ...{ servers, storeId: Number(store), to: Number(server), secretKey: config.secretKey },
        ...{ byCopy: flags.includes('--copy'), say, signal },
      })
  } finally {
    await servers.close()
  }
}

function isNumber(word: string | undefined) {
  return word !== undefined && /^\d{1,9}$/.test(word)
}
