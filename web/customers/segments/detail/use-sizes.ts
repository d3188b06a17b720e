import { segments } from '@ruam/contract/customers/segments.ts'
import { useRead } from '../../../data/api.ts'

/** How many people a segment had, and who came and went in a week. */
export const useSizes = (id: number) => useRead(segments.size, { params: { id }, query: {} }, { staleTime: 60_000 })
