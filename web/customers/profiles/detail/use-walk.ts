import { profiles } from '@ruam/contract/customers/profiles.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useAsk } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { routeAddress } from '../../../ui/route.tsx'
import { type Walk, walkOf } from '../current-list.ts'
import { useProfiles } from '../use-profiles.ts'

/**
 * Previous and next customer in the list from which the current one was opened, in its order at that time: an edit may move
 * them in the list itself. Only at the edge of a page the next one is read. Undefined when they were opened from elsewhere, or were alone in it.
 */
export function useWalk(id: number, pageType: string | undefined) {
  const state = useLocation({ select: (location) => location.state })
  const navigate = useNavigate()
  const ask = useAsk()
  const { walk } = state
  const place = walk ? walk.ids.indexOf(id) : -1
  const back = usePageBeside(walk, place === 0 ? -1 : undefined)
  const on = usePageBeside(walk, walk && place === walk.ids.length - 1 ? 1 : undefined)
  // Target of the last step until its page is loaded: the next step starts there.
  const going = useRef<Place>(undefined)
  useEffect(() => {
    if (going.current?.id === id) going.current = undefined
  })
  if (!walk || place < 0 || isAlone(walk)) return undefined

  const beyond = (by: -1 | 1): Place[] => {
    const page = by < 0 ? back : on
    if (!page) return []
    // Concurrent edits may move profiles across pages.
    const ids = page.ids.filter((one) => !walk.ids.includes(one))
    return (by < 0 ? ids.toReversed() : ids).map((one) => ({ id: one, walk: page }))
  }
  const ahead = (by: -1 | 1, from: Place): Place[] => {
    const at = from.walk.ids.indexOf(from.id)
    const here = by < 0 ? from.walk.ids.slice(0, at).toReversed() : from.walk.ids.slice(at + 1)
    return [...here.map((one) => ({ id: one, walk: from.walk })), ...(from.walk === walk ? beyond(by) : [])]
  }
  /** Goes to the nearest one who is still there. What is known of them is read before, so that no empty page is between. */
  const step = async (by: -1 | 1) => {
    const before = going.current
    for (const next of ahead(by, before ?? { id, walk })) {
      going.current = next
      const read = await ask(profiles.get, { params: { id: String(next.id) } }).catch((error) => error as Error)
      // A later step has passed this one.
      if (going.current !== next) return
      if (read instanceof Error ? isApiError(read, 'not_found', 'profile_merged') : read.deletedAt) continue
      const to = routeAddress('profile-detail', { profileId: next.id, pageType })
      return navigate({ to: to as never, replace: true, state: { ...state, walk: next.walk } })
    }
    going.current = before
  }
  return {
    place: walk.query.offset + place + 1,
    total: walk.total,
    before: ahead(-1, { id, walk }).length > 0,
    after: ahead(1, { id, walk }).length > 0,
    step,
  }
}

/** True if the list has a single profile: alone on a first page with room. */
const isAlone = ({ query, ids }: Walk) => query.offset === 0 && ids.length === 1 && query.limit > 1

/** A customer in a page of the list. */
interface Place {
  id: number
  walk: Walk
}

/** The page before or after one of a list. */
function usePageBeside(walk: Walk | undefined, by: -1 | 1 | undefined): Walk | undefined {
  const offset = walk && by ? walk.query.offset + by * walk.query.limit : -1
  const wanted = walk !== undefined && offset >= 0 && (by === -1 || walk.ids.length === walk.query.limit)
  const query = { ...(walk?.query ?? { limit: 1 }), offset: Math.max(0, offset) }
  const { data, isPlaceholderData } = useProfiles({ ...query, count: false }, { enabled: wanted })
  return wanted && data && !isPlaceholderData ? walkOf(query, data.data, walk.total) : undefined
}
