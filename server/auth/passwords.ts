import { hash, verify } from '@node-rs/argon2'

// The library's algorithm is argon2id. OWASP's second recommendation for it: 19 MiB, two passes, one lane.
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password.normalize('NFKC'), options)

let decoy: Promise<string> | undefined

/** Checks a password; with no hash it takes as long and fails, so that the time tells nobody which addresses exist. */
export async function verifyPassword(kept: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const right = await verify(kept ?? (await decoy), password.normalize('NFKC'))
  return right && kept !== undefined
}
