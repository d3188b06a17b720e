import type { RemovedMember } from '@ruam/contract/access/people.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'

/** A credential whose secret a member saw. */
export interface MemberKey {
  id: number
  kind: 'key' | 'token'
  name: string
}

/** A removal that decides about credentials. */
interface Removal {
  db: Db
  storeId: number
  user: Caller
  requestId: string
}

/** Actions of a removal on credentials, which belong to a later wing. */
export interface MemberKeys {
  /** Ends credentials at once. */
  end(removal: Removal, keys: readonly MemberKey[]): Promise<void>
  /** Gives a credential a new secret for the caller. The one that the member saw ends after the hours. */
  takeOver(removal: Removal, key: MemberKey, hours: number): Promise<RemovedMember['taken_over'][number]>
}
