// `npm run dev`: the server, restarted when its files change, the web with hot reload in front of it, and the simulators of LINE and
// Facebook unless LINE_API_URL and FACEBOOK_GRAPH_URL name others.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const simulator = `http://127.0.0.1:${process.env.LINE_SIMULATOR_PORT ?? 3900}`
const graph = `http://127.0.0.1:${process.env.FACEBOOK_SIMULATOR_PORT ?? 3901}`
const facebook = {
  FACEBOOK_GRAPH_URL: graph,
  FACEBOOK_APP_ID: '1234567890',
  FACEBOOK_APP_SECRET: '0'.repeat(32),
  FACEBOOK_VERIFY_TOKEN: 'a-verify-token-of-tests',
  RUAM_FLAG_FACEBOOK: 'true',
}
const env = {
  ...(process.env.FACEBOOK_GRAPH_URL ? {} : facebook),
  LINE_API_URL: simulator,
  LINE_STICKER_URL: simulator,
  LINE_DATA_URL: simulator,
  LINE_LOGIN_URL: simulator,
  ...process.env,
}
const start = (args: string[]) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
const children = [
  ...(process.env.LINE_API_URL ? [] : [start(['tools/line/main.ts'])]),
  ...(process.env.FACEBOOK_GRAPH_URL ? [] : [start(['tools/facebook/main.ts'])]),
  start(['--watch', 'server/app/main.ts', '--no-web']),
  start(['node_modules/vite/bin/vite.js', 'web']),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
