import { connect } from 'node:tls'

interface Certificate {
  host: string
  /** Null if the address answers without a certificate. */
  ends: string | null
  trusted: boolean
}

const DAY_MS = 86_400_000
/** Providers renew 30 days before the end: with fewer days left the renewal has failed. */
const SOON_DAYS = 21
const NOW_DAYS = 14

/** Reads the certificate of an https address as a browser receives it. Rejects if the address does not answer. */
export function readCertificate(address: string, patienceMs: number): Promise<Certificate> {
  const { hostname, port, host } = new URL(address)
  const name = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect(
      // Read even if it is not valid: the screen names the fault.
      { host: name, port: Number(port) || 443, servername: isAddress(name) ? '' : name, rejectUnauthorized: false },
      () => {
        const { valid_to } = socket.getPeerCertificate()
        const ends = valid_to ? new Date(valid_to).toISOString() : null
        resolve({ host, ends, trusted: socket.authorized })
        socket.destroy()
      },
    )
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')))
    socket.on('error', reject)
  })
}

/** Server names are not sent for bare addresses (RFC 6066). */
const isAddress = (name: string) => /^[\d.]+$|:/.test(name)

/** Returns how grave the state of a certificate is. */
export function certificateState({ ends, trusted }: Certificate, now: Date) {
  const days = ends === null ? -1 : (Date.parse(ends) - now.getTime()) / DAY_MS
  if (days < 0) return 'broken'
  if (days < NOW_DAYS || !trusted) return 'now'
  return days < SOON_DAYS ? 'soon' : 'fine'
}
