// `npm run dev`: the server, restarted when its files change, and the web with hot reload in front of it.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const start = (args: string[]) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
const children = [start(['--watch', 'server/app/main.ts', '--no-web']), start(['node_modules/vite/bin/vite.js', 'web'])]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
