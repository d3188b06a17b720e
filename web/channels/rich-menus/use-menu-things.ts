import { answers } from '@ruam/contract/channels/answers.ts'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import type { Menu, MenuAction } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'

/** Answers and other menus of the account, which areas lead to, and what an action says in words. */
export function useMenuThings(menu: Menu) {
  const e = useWords(menuEditText)
  const params = { id: menu.channelId }
  const mayAnswers = useMayCall(answers.list)
  const mayMenus = useMayCall(richMenus.list)
  const known = useRead(answers.list, { params }, { enabled: mayAnswers }).data?.results
  const menus = useRead(richMenus.list, { params }, { enabled: mayMenus }).data?.menus
  const others = menus?.filter(({ id }) => id !== menu.id)
  const answerOf = (id: number | null) => known?.find((one) => one.id === id)
  const menuOf = (id: number | null) => others?.find((one) => one.id === id)
  /** Returns what an action does, or undefined while it is incomplete. */
  function said(action: MenuAction | null): string | undefined {
    switch (action?.type) {
      case 'link':
        return action.url ? e.saysLink({ what: action.url.replace(/^https?:\/\//, '') }) : undefined
      case 'message':
        return action.text ? e.saysMessage({ what: action.text }) : undefined
      case 'answer':
        return answerOf(action.answerId) && e.saysAnswer({ what: answerOf(action.answerId)!.name })
      case 'coupon':
        return action.code ? e.saysCoupon({ what: action.title }) : undefined
      case 'phone':
        return action.number ? e.saysPhone({ what: action.number }) : undefined
      case 'menu':
        return menuOf(action.richMenuId) && e.saysMenu({ what: menuOf(action.richMenuId)!.name })
      case 'my_data':
        return e.my_data
      default:
        return undefined
    }
  }
  return { answers: known, others, answerOf, menuOf, said }
}

export type MenuThings = ReturnType<typeof useMenuThings>
