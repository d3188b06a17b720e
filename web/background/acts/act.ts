import type { StoredAct } from '../../data/device.ts'

/** `activity`: of a type that the store's people write down most. `follow-up` and `birthday`: ticked off its list. */
export type ActKind = 'visit' | 'sale' | 'note' | 'activity' | 'follow-up' | 'birthday'

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
  typeId?: number
  /** Note of the follow-up. */
  noteId?: number
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

export type NewAct = Pick<
  Act,
  'kind' | 'profileId' | 'name' | 'phone' | 'amount' | 'bill' | 'text' | 'typeId' | 'noteId'
>

/** True for an act that takes a customer off a list: it has no activity of its own. */
export const isTick = ({ kind }: Pick<Act, 'kind'>) => kind === 'follow-up' || kind === 'birthday'

/** A random UUID; `crypto.randomUUID` is missing on plain http. */
export function newActId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
