import { labels } from '@ruam/contract/customers/labels.ts'
import { usePageTitle } from '../../../app/page-title.ts'
import { useRead } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { Unread } from '../../../ui/Unread.tsx'
import { SegmentMissing } from '../SegmentMissing.tsx'
import { useLabelId } from '../use-label-id.ts'
import { SegmentForm } from './SegmentForm.tsx'
import { text } from './text.ts'

/** Changes a label or a segment. Without one in its address it leads to the list. */
export function SegmentEdit() {
  const t = useWords(text)
  const { id, valid } = useLabelId()
  const read = useRead(labels.get, { params: { id } }, { enabled: valid, staleTime: 0 })
  usePageTitle(read.data && t.titleOf({ name: read.data.name }))
  if (!valid || (read.error?.status === 404 && !read.data)) return <SegmentMissing id={id} />
  // An edit begins from what is there now, not from what was read a while ago.
  if (read.data && read.isFetchedAfterMount)
    return <SegmentForm key={read.data.id} segment={read.data} type={read.data.type} />
  if (read.error) return <Unread read={read} />
  return <Bones />
}
