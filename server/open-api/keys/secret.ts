import { newToken, tokenHash } from '../../core/tokens.ts'

const PREFIX = { key: 'ruam', token: 'ruamt' } as const
const SHOWN = 4

/** A new secret of a credential: shown once, and kept as its hash and its last characters. */
export interface Secret {
  shown: string
  secret_hash: Buffer
  secret_end: string
}

/** Makes the secret of a credential with a known id: `ruam_<id>_<secret>`, for tokens `ruamt_…`, in a sandbox `ruam_test_…`. */
export function newSecret(kind: keyof typeof PREFIX, id: number, sandbox = false): Secret {
  const shown = `${PREFIX[kind]}_${sandbox ? 'test_' : ''}${id}_${newToken()}`
  return { shown, secret_hash: tokenHash(shown), secret_end: shown.slice(-SHOWN) }
}
