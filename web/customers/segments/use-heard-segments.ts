import { labels } from '@ruam/contract/customers/labels.ts'
import { segmentEvent } from '@ruam/contract/customers/segment-state.ts'
import { useRefresh } from '../../data/api.ts'
import { usePush } from '../../data/push.ts'

/** Reads labels again when one of these is calculated, changed or pinned; of all of them when none is named. */
export function useHeardSegments(id?: number) {
  const refresh = useRefresh()
  const read = () => void refresh(labels.list)
  const isMine = (labelId: number) => id === undefined || labelId === id
  usePush(segmentEvent, ({ labelId }) => void (isMine(labelId) && read()), read)
}
