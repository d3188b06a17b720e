import { segments } from '@ruam/contract/customers/segments.ts'
import { useRead } from '../../../data/api.ts'

/** Reads sizes of a segment, and its changes of a week. */
export const useSizes = (id: number) => useRead(segments.size, { params: { id }, query: {} }, { staleTime: 60_000 })
