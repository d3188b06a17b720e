import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { seal, unseal } from '../../core/sealing.ts'

const owner = (storeId: number) => ({ storeId, subject: 'webhook' })

/** Returns a new secret in the form of Standard Webhooks, with its sealed text. */
export function newSecret(secretKey: string, storeId: number): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  return { secret, sealed: seal(secretKey, owner(storeId), secret) }
}

/** Returns what signs an event with one or, during a rotation, two secrets. */
export function signerOf(secretKey: string, storeId: number, secrets: readonly (Buffer | null)[]) {
  const webhooks = secrets.flatMap((sealed) => (sealed ? new Webhook(unseal(secretKey, owner(storeId), sealed)) : []))
  return (id: string, at: Date, body: string): string => webhooks.map((one) => one.sign(id, at, body)).join(' ')
}
