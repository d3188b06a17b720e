import { profileHistory } from '@ruam/contract/customers/history.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Got, readKey, useRefresh } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useStore } from '../../../data/session.ts'
import { currentOf } from '../../../data/stale.ts'
import type { ListedProfile, ProfileListField } from '../values.ts'
import { patchedPage } from './patched-page.ts'

export type EditedValue = ProfileListField['value']

interface ValuesEdit {
  id: number
  fields: readonly { id: number; value: EditedValue }[]
  /** Values last seen by the person: another value means a concurrent edit. */
  seen: ReadonlyMap<number, EditedValue>
  /** `updatedAt` of the version that was seen. */
  originTime: string
}

type Saved =
  /** `met`: another person changed other fields meanwhile, and both edits are kept. */
  | { done: 'saved'; profile: ListedProfile; met: boolean }
  /** Another person changed one of these fields meanwhile; nothing was saved. `values`: theirs. */
  | { done: 'clash'; profile: ListedProfile; values: ReadonlyMap<number, EditedValue> }

/** Maximum retries after concurrent edits. */
const MOST_TRIES = 5

/**
 * Saves a few values of a profile over the version that was seen. An edit of other fields in between is no hindrance: the values go
 * over the newer version. The answer takes the place of what the page has read; lists are read again when they are next looked at.
 */
export function useSaveValues() {
  const show = useShowProfile()
  const save = async ({ id, fields, seen, originTime }: ValuesEdit): Promise<Saved> => {
    for (let tries = 1, from = originTime; ; tries++) {
      try {
        const profile = await call(profiles.update, {
          params: { id },
          body: { fields: [...fields], originTime: from },
        })
        await show(profile)
        return { done: 'saved', profile, met: tries > 1 }
      } catch (error) {
        if (!isApiError(error, 'stale_edit') || tries === MOST_TRIES) throw error
        const profile: ListedProfile = currentOf(profiles.update)(error)
        await show(profile)
        const values = await valuesOf(profile, [...seen.keys()])
        if ([...seen].some(([field, value]) => values.get(field) !== value)) return { done: 'clash', profile, values }
        from = profile.updatedAt
      }
    }
  }
  return useMutation({ mutationFn: save, meta: { quiet: true } }).mutateAsync
}

/** Reads current values. Hidden ones are revealed, as they were before the edit. */
async function valuesOf({ id, fields }: ListedProfile, ids: readonly number[]): Promise<Map<number, EditedValue>> {
  const found = ids.map(async (fieldId): Promise<[number, EditedValue]> => {
    const field = fields.find((one) => one.id === fieldId)
    if (!field?.masked) return [fieldId, field?.value ?? null]
    return [fieldId, (await call(profiles.unmask, { params: { id }, body: { fieldId } })).value]
  })
  return new Map(await Promise.all(found))
}

/** Puts a newer version of a profile where it was read, without asking for anything that is not on screen. */
function useShowProfile() {
  const cache = useQueryClient()
  const refresh = useRefresh()
  const { id: storeId } = useStore()
  return async (profile: ListedProfile) => {
    const [store, feature, call] = readKey(storeId, profiles.get, { params: { id: profile.id } })
    const ofFeature = { queryKey: [store, feature] }
    const isThis = ({ queryKey }: Query) =>
      queryKey[2] === call && String((queryKey[3] as { id?: unknown } | null)?.id) === String(profile.id)
    // Cancels reads that may predate the write.
    await cache.cancelQueries({ ...ofFeature, predicate: isThis })
    cache.setQueriesData({ ...ofFeature, predicate: isThis }, profile)
    // The list next to the panel updates the row in place.
    const [, , list] = readKey(storeId, profiles.query, {})
    cache.setQueriesData<Got<typeof profiles.query>>(
      { ...ofFeature, predicate: ({ queryKey }) => queryKey[2] === list },
      (page) => page && patchedPage(page, profile),
    )
    void cache.invalidateQueries({ ...ofFeature, predicate: (query) => !isThis(query), refetchType: 'none' })
    void refresh(profileHistory.list)
  }
}
