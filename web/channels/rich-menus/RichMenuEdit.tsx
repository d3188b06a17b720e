import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { IconLayoutBoardSplit } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RouteLink } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { MenuEditor } from './MenuEditor.tsx'
import { menuEditText } from './menu-edit-text.ts'

const POLL_MS = 15_000
/** While LINE does not have the version in use. */
const SOON_MS = 3000

/** The menu of the address: its editor, read-only for those who may only see menus. */
export function RichMenuEdit() {
  const e = useWords(menuEditText)
  const { menuId = '' } = useParams({ strict: false }) as { menuId?: string }
  const valid = /^[1-9]\d{0,8}$/.test(menuId)
  const read = useRead(
    richMenus.get,
    { params: { id: menuId } },
    { enabled: valid, staleTime: 0, poll: (menu) => (menu?.pending ? SOON_MS : POLL_MS) },
  )
  if (!valid || (read.error?.status === 404 && !read.data))
    return (
      <EmptyState
        icon={IconLayoutBoardSplit}
        title={e.gone}
        text={e.goneText}
        action={<RouteLink to="rich-menus">{e.back}</RouteLink>}
      />
    )
  if (read.data && read.isFetchedAfterMount) return <MenuEditor key={read.data.id} menu={read.data} />
  return read.error ? <Unread read={read} /> : <Bones />
}
