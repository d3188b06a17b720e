import { type Openapi, readOpenapi } from './openapi.ts'
import { callback } from './webhook-schema.ts'

let read: Openapi | null | undefined

/** LINE's own description, or null if this machine has none. */
export function openapi(): Openapi | null {
  if (read === undefined) read = readOpenapi()
  return read
}

/** Throws if LINE would never send such a body: tests with it would prove nothing. */
export function checkWebhook(body: unknown): void {
  const own = callback.safeParse(body)
  const faults = [
    ...(own.success ? [] : own.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)),
    ...(openapi()?.webhook(body) ?? []),
  ]
  if (faults.length > 0) throw new Error(`LINE sends no such webhook: ${faults.join('; ')}`)
}
