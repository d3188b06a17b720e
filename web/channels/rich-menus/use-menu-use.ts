import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { useEffect, useState } from 'react'
import { useRefresh, useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { type Menu, reachedOf, sameIds } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'
import type { MenuEdit } from './use-menu-draft.ts'

/** Uses a menu as it is now, or shows it to the receivers of tests. */
export function useMenuUse(menu: Menu, edit: MenuEdit) {
  const e = useWords(menuEditText)
  const publishing = useWrite(richMenus.publish)
  const trying = useWrite(richMenus.tryOut, { quiet: true })
  const [needsTesters, setNeedsTesters] = useState(false)
  const { base, draft } = edit
  const refresh = useRefresh()
  const { labelIds } = base
  // The answer that was read counts other segments.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each save of other segments
  useEffect(() => {
    if (!sameIds(labelIds, menu.labelIds)) void refresh(richMenus.get)
  }, [labelIds, menu.labelIds])

  async function publish() {
    const saved = await edit.save()
    if (!saved) return
    const sent = { params: { id: saved.id }, body: { originTime: saved.updatedAt } }
    const answer = await publishing.mutateAsync(sent).catch(() => undefined)
    if (!answer) return
    edit.take(answer)
    alerts.success(e.used)
  }

  async function tryIt() {
    const saved = await edit.save()
    if (!saved) return
    try {
      const { people } = await trying.mutateAsync({ params: { id: saved.id } })
      if (people === 0) return setNeedsTesters(true)
      alerts.success(e.tried({ count: people }))
    } catch (refused) {
      if (isApiError(refused, 'broadcast_no_tester')) return setNeedsTesters(true)
      if (!isApiError(refused)) throw refused
      alerts.error(refused.message)
    }
  }

  return {
    /** Friends who get it, as far as they are counted. */
    people: reachedOf(menu, draft),
    publish,
    tryIt,
    isTrying: trying.isPending,
    needsTesters,
    closeTesters: () => setNeedsTesters(false),
    isPublishing: publishing.isPending,
  }
}
