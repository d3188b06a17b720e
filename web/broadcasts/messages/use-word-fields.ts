import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { use } from 'react'
import { useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'
import type { DraftMessage } from '../broadcast.ts'
import { ExtraWords } from './extra-words.ts'

interface WordField {
  id: number
  name: string
}

/** Fields whose values messages may hold, by name, after extra words. No fields for people who may not see them. */
export function useWordFields({ enabled = true }: { enabled?: boolean } = {}): WordField[] {
  const mayList = useMayCall(profileFields.list)
  const extra = use(ExtraWords)
  const read = useRead(
    profileFields.list,
    { query: { offset: 0, limit: 0, sortBy: 'id', sortDir: 'asc' } },
    { enabled: enabled && mayList, staleTime: 60_000 },
  )
  const fields = (read.data?.data ?? []).flatMap(({ id, displayName, sensitive }) =>
    sensitive ? [] : { id, name: displayName },
  )
  return [...extra, ...fields]
}

/** Words of all messages. */
export const wordsOf = (messages: readonly DraftMessage[]) =>
  messages.flatMap((message) => ('words' in message && message.words) || [])

/** Ids of the fields in messages, each once. */
export const wordFieldsOf = (messages: readonly DraftMessage[]): number[] => [
  ...new Set(wordsOf(messages).map(({ fieldId }) => fieldId)),
]
