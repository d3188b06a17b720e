// `npm run store:move {store} {server}`: moves a store to another database server; again after an interruption. `--cancel` gives a move up, `--copy` holds writes
// during a plain COPY where the servers cannot replicate.
import '../core/node-version.js'
import { runCommand } from './backup/run-command.ts'
import { moveByCommand } from './store-move-command.ts'

await runCommand(() => moveByCommand(process.argv.slice(2)))
