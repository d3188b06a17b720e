import { useDebouncedValue } from '@mantine/hooks'
import { understanding } from '@ruam/contract/imports/understood.ts'
import { type Got, useRead } from '../../../data/api.ts'
import { bodyOf } from '../mapping/mapping-draft.ts'
import type { useMappingForm } from '../mapping/use-mapping-form.ts'

export type Understood = Got<typeof understanding.describe>
export type MappingForm = ReturnType<typeof useMappingForm>

const RESTING_MS = 250

/** What the file holds under the mapping as it is now. The figures of the mapping before stay until the new ones are there. */
export function useUnderstood(id: number, { mapper, newKey }: MappingForm) {
  const now = JSON.stringify({ ...bodyOf(mapper.draft, mapper.keys, mapper.fields), newKey: newKey?.column ?? null })
  const [rested] = useDebouncedValue(now, RESTING_MS)
  const body = JSON.parse(rested) as ReturnType<typeof bodyOf> & { newKey: string | null }
  return useRead(understanding.describe, { params: { id }, body })
}
