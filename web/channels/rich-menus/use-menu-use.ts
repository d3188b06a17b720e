import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayCall } from '../../ui/may.ts'
import { menuEditText } from './menu-edit-text.ts'
import type { MenuEdit } from './use-menu-draft.ts'

/** Uses a menu as it is now. */
export function useMenuUse(edit: MenuEdit) {
  const e = useWords(menuEditText)
  const publishing = useWrite(richMenus.publish)
  const { base, draft } = edit
  const mayList = useMayCall(richMenus.list)
  const list = useRead(richMenus.list, { params: { id: base.channelId } }, { enabled: mayList }).data
  const listed = list?.menus.find(({ id }) => id === base.id)
  // Other segments are counted once the menu is in use.
  const isCounted = base.isDefault || (listed?.status === 'in_use' && sameIds(draft.labelIds, listed.labels))

  async function publish() {
    const saved = await edit.save()
    if (!saved) return
    const sent = { params: { id: saved.id }, body: { originTime: saved.updatedAt } }
    const answer = await publishing.mutateAsync(sent).catch(() => undefined)
    if (!answer) return
    edit.take(answer)
    alerts.success(e.used)
  }

  return {
    /** Friends who get it, as far as they are counted. */
    people: isCounted ? (listed?.friends ?? undefined) : undefined,
    publish,
    isPublishing: publishing.isPending,
  }
}

const sameIds = (ids: readonly number[], labels: readonly { id: number }[]) =>
  ids.length === labels.length && labels.every(({ id }) => ids.includes(id))
