import { lineModule, lineOa } from '@ruam/contract/channels/accounts.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import type { AccountRow } from '../channels/accounts/account-row.ts'
import { type Got, useRead } from '../data/api.ts'
import type { ApiError } from '../data/request.ts'
import { useMayCall } from '../ui/may.ts'

type Purpose = Got<typeof consents.purposes>['data'][number]

const query = { limit: 100 }
/** Milliseconds between looks at an empty list: an owner who was asked may fill it. */
const WAIT_MS = 5000
const whileEmpty = (page: { total: number } | undefined) => (page?.total === 0 ? WAIT_MS : false)

interface Choices<T> {
  /** Undefined while they are read. */
  data: readonly T[] | undefined
  error: ApiError | null
  isFetching: boolean
  refetch: () => Promise<unknown>
}

/** LINE accounts that a broadcast can be sent from, official accounts first. */
export function useSendingAccounts(): Choices<AccountRow> {
  const modules = useRead(lineModule.list, { query })
  const official = useRead(lineOa.list, { query }, { poll: (page) => modules.data?.total === 0 && whileEmpty(page) })
  return {
    data: modules.data && official.data && [...official.data.data, ...modules.data.data],
    error: official.error ?? modules.error,
    isFetching: official.isFetching || modules.isFetching,
    refetch: () => Promise.all([official.refetch(), modules.refetch()]),
  }
}

/** Purposes of consent; none for a person who may not read them. */
export function usePurposes(): Choices<Purpose> {
  const may = useMayCall(consents.purposes)
  const read = useRead(consents.purposes, { query }, { enabled: may, poll: whileEmpty })
  return { ...read, data: may ? read.data?.data : [] }
}
