import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Behaviour of the simulated server: accepts mail, or rejects a recipient with a code. */
type Manner = 'takes' | { code: number } | 'unknown sender'

export interface Mailbox {
  url: string
  manner: Manner
  /** Accepted mails, oldest first, as a mail program shows them. */
  mails: Email[]
  raw: string[]
  /** Number of rejected mails. */
  refused: number
}

/** A mail server on this machine that speaks SMTP over a socket. */
export async function startMailServer(): Promise<Mailbox & { stop(): Promise<void> }> {
  const box: Mailbox = { url: '', manner: 'takes', mails: [], raw: [], refused: 0 }
  const no = (code: number) => {
    box.refused++
    return Object.assign(new Error('no <somebody@example.com>'), { responseCode: code })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_, __, done) => (box.manner === 'unknown sender' ? done(no(553)) : done()),
    onRcptTo: (_, __, done) => (typeof box.manner === 'object' ? done(no(box.manner.code)) : done()),
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        box.raw.push(raw.toString())
        box.mails.push(await PostalMime.parse(raw))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  box.url = `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`
  return Object.assign(box, { stop: () => new Promise<void>((resolve) => server.close(() => resolve())) })
}

/** The secret of the one link in a mail that leads to this path. */
export function secretIn({ text = '' }: Pick<Email, 'text'>, path: string): string {
  const found = [...text.matchAll(new RegExp(`${path}#([\\w-]{43})\\b`, 'g'))]
  if (found.length === 0) throw new Error(`No link to ${path} in: ${text}`)
  return found[0]![1]!
}
