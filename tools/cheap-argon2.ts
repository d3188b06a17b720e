// Takes the place of @node-rs/argon2 in tests (vitest.config.ts): the same hashes at the lowest cost, because some files hash a hundred
// passwords. Production code has no such setting.
import { createRequire } from 'node:module'

interface Options {
  memoryCost: number
  timeCost: number
  parallelism: number
}

const real = createRequire(import.meta.url)('@node-rs/argon2') as {
  hash(password: string, options: Options): Promise<string>
  verify(hashed: string, password: string): Promise<boolean>
}

/** Costs that were requested, the latest last. */
export const requestedCosts: Options[] = []

export function hash(password: string, options: Options): Promise<string> {
  requestedCosts.push(options)
  return real.hash(password, { ...options, memoryCost: 8, timeCost: 1 })
}

export const verify = (hashed: string, password: string) => real.verify(hashed, password)
