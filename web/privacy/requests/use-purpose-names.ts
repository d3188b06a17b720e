import { consents } from '@ruam/contract/customers/consents.ts'
import { useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'

/** Purposes of consent with their names; none for a person who may not read them. */
export function usePurposeNames(enabled: boolean): readonly { id: number; name: string }[] {
  const may = useMayCall(consents.purposes)
  return useRead(consents.purposes, { query: { limit: 100 } }, { enabled: may && enabled }).data?.data ?? []
}
