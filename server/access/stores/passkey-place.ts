import { isIP } from 'node:net'
import type { Config } from '../../core/config.ts'

interface PasskeyPlace {
  origin: string
  /** Relying party of WebAuthn: the name of the host. */
  rpId: string
  /** Reason why browsers refuse passkeys there. */
  problem: 'http' | 'no_name' | null
}

/** Returns where passkeys work: at the public address of the settings. A caller can write any name into the header Host. */
export function passkeyPlace({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): PasskeyPlace {
  const { origin, protocol, hostname: rpId } = new URL(publicUrl ?? `http://localhost:${port}`)
  const isLocal = rpId === 'localhost' || rpId.endsWith('.localhost')
  const isAddress = isIP(rpId.replace(/[[\]]/g, '')) > 0
  return { origin, rpId, problem: protocol !== 'https:' && !isLocal ? 'http' : isAddress ? 'no_name' : null }
}
