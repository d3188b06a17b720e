import { connect, createServer, type Server, type Socket } from 'node:net'
import { atEndOfFile } from './end-of-file.testing.ts'
import { type Mailbox, startMailServer } from './mail-server.testing.ts'
import { testServer } from './store.testing.ts'
import { until } from './until.testing.ts'

/** A mail server until the file ends. */
export async function mailServer(): Promise<Mailbox> {
  const box = await startMailServer()
  atEndOfFile(() => box.stop())
  return box
}

/** A mail server that does something else with a connection; answers its address. */
export async function strangeServer(greet: (socket: Socket) => void): Promise<string> {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    greet(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(async () => {
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** Returns an address at which no server listens. */
export async function deadServer(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise<void>((resolve) => server.close(() => resolve()))
  connect(port, '127.0.0.1').on('error', () => {})
  return `smtp://127.0.0.1:${port}`
}

/** Lets the server of this file send through a mail server of its own. */
export async function sendingServer(): Promise<Mailbox> {
  const [box, { core }] = [await mailServer(), await testServer()]
  core.config.mail = { smtpUrl: box.url, from: { name: 'Ruam', address: 'ruam@shop.example' } }
  core.config.publicUrl = 'http://ruam.example'
  return box
}

/** Waits for a number of mails to an address and returns them. */
export const mailsTo = (box: Mailbox, email: string, count = 1) =>
  until(async () => {
    const theirs = box.mails.filter(({ to }) => to?.some(({ address }) => address === email))
    return theirs.length >= count && theirs
  })

/** Lets what waits for a further try be tried at once. */
export async function hurry(): Promise<void> {
  const { admin } = await testServer()
  await admin.query("update pgboss.job set start_after = now() where name = 'mail' and state in ('created', 'retry')")
}

/** Returns every column of the database that contains a text, the queue's included. */
export async function columnsContaining(text: string): Promise<string[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ place: string; schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name, n.nspname || '.' || c.relname as place
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'pgboss')`,
  )
  const found: string[] = []
  for (const { schema, name, place } of rows) {
    const sql = `select from "${schema}"."${name}" t where position($1 in t::text) > 0 limit 1`
    if ((await admin.query(sql, [text])).rowCount) found.push(place)
  }
  return found
}
