import type { Config } from '../core/config.ts'
import { compose, type Letter } from './letter.ts'

/** Why a mail did not leave. */
export type MailFailure =
  /** The mailbox does not take it, and will not later either. */
  | 'refused'
  /** The mail server can't be reached, does not answer or hangs up. */
  | 'unreachable'
  /** It asks to come again later. */
  | 'busy'
  /** It does not let us send: the settings are wrong. */
  | 'rejected'

/** Loaded with the first mail: 10 MB that a start does not need. */
const mailer = () => import('nodemailer')

/** Milliseconds: a server that answers nothing holds a place of the queue for so long. */
const WAITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000, dnsTimeout: 10_000 }
/** For all of it: one that answers a letter at a time would hold it for ever. */
const WHOLE_MS = 45_000

/** Hands a mail to the mail server; answers why it was not taken. What a server says is kept nowhere: it repeats the address. */
export async function deliver(
  { smtpUrl, from }: NonNullable<Config['mail']>,
  letter: Letter,
  waits: Partial<typeof WAITS> & { whole?: number } = {},
): Promise<MailFailure | undefined> {
  const { whole = WHOLE_MS, ...limits } = waits
  const { createTransport } = await mailer()
  const transport = createTransport({
    url: smtpUrl,
    ...WAITS,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), whole)
  })
  try {
    const sending = transport.sendMail({
      ...compose(letter),
      from,
      to: { name: '', address: letter.to },
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    // Ignores the outcome after the timeout.
    sending.catch(() => undefined)
    await Promise.race([sending, late])
    return undefined
  } catch (error) {
    return failureOf(error as { code?: string; command?: string; responseCode?: number })
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

/** Connects to the mail server and signs in, without a mail. Returns why it would not take one. */
export async function verifyTransport(
  smtpUrl: string,
  patienceMs: number,
): Promise<Exclude<MailFailure, 'refused'> | undefined> {
  const [connectionTimeout, greetingTimeout, socketTimeout] = [patienceMs, patienceMs, patienceMs]
  const { createTransport } = await mailer()
  const transport = createTransport({ url: smtpUrl, connectionTimeout, greetingTimeout, socketTimeout })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const failure = failureOf(error as { code?: string; command?: string; responseCode?: number })
    return failure === 'refused' ? 'rejected' : failure
  } finally {
    transport.close()
  }
}

function failureOf({
  code,
  command = '',
  responseCode = 0,
}: {
  code?: string
  command?: string
  responseCode?: number
}) {
  if (responseCode >= 400 && responseCode < 500) return 'busy'
  // True for errors of this mail, false for errors of the sender.
  const aboutMail = code === 'EMESSAGE' || command === 'RCPT TO' || command === 'DATA'
  if (responseCode >= 500) return aboutMail ? 'refused' : 'rejected'
  return code === 'EAUTH' ? 'rejected' : 'unreachable'
}
