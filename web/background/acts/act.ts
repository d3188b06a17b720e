import type { StoredAct } from '../../data/device.ts'

type ActKind = 'visit' | 'sale' | 'note'

/** Why an act needs a decision: no right any more, no such customer, no owner of a number, several, or another refusal in words. */
export type ActTrouble = 'forbidden' | 'gone' | 'nobody' | 'several' | 'refused'

/** Something done for a customer, from the press until the server has it. */
export interface Act extends StoredAct {
  kind: ActKind
  /** By the server's clock. */
  at: string
  /** Null while the owner of `phone` is not known. */
  profileId: number | null
  name: string
  phone?: string
  amount?: number
  bill?: string
  text?: string
  /** `undo`: to be taken back, after it was sent if the server may have it. `sent`: kept for its undo. `asks`: waits for a person. */
  state: 'waiting' | 'undo' | 'sent' | 'asks'
  /** True once it was taken back: answering its trouble does not record it. */
  back?: true
  /** True once a request may have reached the server. */
  tried?: boolean
  activityId?: number
  sentAt?: number
  trouble?: ActTrouble
  /** Sentence of the server. */
  reason?: string
}

export type NewAct = Pick<Act, 'kind' | 'profileId' | 'name' | 'phone' | 'amount' | 'bill' | 'text'>

/** A random UUID; `crypto.randomUUID` is missing on plain http. */
export function newActId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
