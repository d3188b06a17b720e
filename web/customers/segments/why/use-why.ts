import { segments } from '@ruam/contract/customers/segments.ts'
import { useRead } from '../../../data/api.ts'

/** Reads why a customer is in a segment or is not. */
export const useWhy = (params: { id: number; profileId: number }) => useRead(segments.why, { params }, { staleTime: 0 })
