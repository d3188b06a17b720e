import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { moved } from '../../broadcasts/messages/use-rows.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts, UNDO_MS } from '../../ui/alerts.ts'
import type { MenuList } from './menu.ts'
import { menuText } from './menu-text.ts'

/** The order of an account's menus, shown at once when it changes, and the way back to the former one. */
export function useMenuOrder(account: number, { menus }: MenuList) {
  const t = useWords(menuText)
  const order = useWrite(richMenus.order)
  const undo = useWrite(richMenus.undoOrder)
  const params = { id: account }
  const ordered = menus.filter(({ isDefault }) => !isDefault)
  const wanted = order.isPending ? order.variables.body.ids : []
  const byId = new Map(ordered.map((menu) => [menu.id, menu]))
  const shown = wanted.length === ordered.length ? wanted.flatMap((id) => byId.get(id) ?? []) : ordered
  const undoNow = () =>
    undo.mutate({ params }, { onSuccess: () => alerts.success(t.orderUndone, { id: 'menu-order' }) })
  return {
    /** All menus but the default one. */
    shown,
    move(from: number, to: number) {
      if (to < 0 || to >= shown.length) return
      const before = ordered.map(({ id }) => id)
      const ids = moved(shown, from, to).map(({ id }) => id)
      const onSuccess = () =>
        alerts.success(t.ordered, {
          id: 'menu-order',
          autoClose: UNDO_MS,
          action: { label: t.undoOrder, onClick: undoNow },
        })
      order.mutate({ params, body: { ids, from: before } }, { onSuccess })
    },
    undo: undoNow,
    isUndoing: undo.isPending,
  }
}
