import type { TestStore } from '../../testing/store.testing.ts'
import type { CallName, SentTo } from '../calls.ts'

/** Requests that need more than one row of each kind: a state, or parts that fit each other. */
export type Requests = { [N in CallName]?: (store: TestStore) => Promise<SentTo<N>> }
