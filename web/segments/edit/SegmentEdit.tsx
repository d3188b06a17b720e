import { segments } from '@ruam/contract/segments.ts'
import { useRead } from '../../core/api.ts'
import { Bones } from '../../core/Bones.tsx'
import { useMayCall } from '../../core/may.ts'
import { usePageTitle } from '../../core/page-title.ts'
import { AccessDenied } from '../../core/pages.tsx'
import { useWords } from '../../core/text.ts'
import { Unread } from '../../core/Unread.tsx'
import { SegmentGone } from '../SegmentGone.tsx'
import { useLabelId } from '../use-label-id.ts'
import { SegmentForm } from './SegmentForm.tsx'
import { text } from './text.ts'

/** Changes a label or a segment. Without one in its address it leads to the list. */
export function SegmentEdit() {
  const t = useWords(text)
  const { id, valid } = useLabelId()
  const mayEdit = useMayCall(segments.update)
  const read = useRead(segments.get, { params: { id } }, { enabled: valid && mayEdit, staleTime: 0 })
  usePageTitle(read.data && t.titleOf({ name: read.data.name }))
  if (!mayEdit) return <AccessDenied />
  if (!valid || (read.error?.status === 404 && !read.data)) return <SegmentGone id={id} />
  // An edit begins from what is there now, not from what was read a while ago.
  if (read.data && read.isFetchedAfterMount)
    return <SegmentForm key={read.data.id} segment={read.data} type={read.data.type} />
  if (read.error) return <Unread read={read} />
  return <Bones />
}
