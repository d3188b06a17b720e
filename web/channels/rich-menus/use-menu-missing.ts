import { faultWordAt } from '../../broadcasts/faults.ts'
import { text } from '../../broadcasts/text.ts'
import { useWords } from '../../data/text.ts'
import type { MenuDraft, MenuFault } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'

const lacks = {
  link: 'lacksLink',
  answer: 'lacksAnswer',
  message: 'lacksMessage',
  coupon: 'lacksCoupon',
  phone: 'lacksPhone',
  menu: 'lacksMenu',
  my_data: 'lacksMyData',
} as const

/** Returns the words about the fault of a field that broadcasts name, or undefined. */
export function useFaultWord() {
  const t = useWords(text)
  const e = useWords(menuEditText)
  return (faults: readonly MenuFault[], path: string): string | undefined => {
    const fault = faults.find((one) => one.path === path)
    if (!fault) return undefined
    if (fault.reason === 'not_phone') return e.faultPhone
    if (fault.reason === 'other_size') return e.faultSize
    return path === 'ends_at' ? e.faultTime : faultWordAt(t, [{ path, reason: fault.reason }], path)
  }
}

/** Lists in words what keeps a menu from being used, each with the path of its field. */
export function useMenuMissing(draft: MenuDraft, faults: readonly MenuFault[]) {
  const e = useWords(menuEditText)
  const wordAt = useFaultWord()
  function wordsOf({ path, reason }: MenuFault): string {
    if (reason === 'other_size') return e.faultSize
    if (path === 'picture') return e.lacksPicture
    if (path === 'chat_bar_text') return reason === 'missing' ? e.lacksBarText : e.faultBarText
    if (path === 'areas') return e.lacksAreas
    if (path === 'label_ids') return e.lacksSegment
    if (path === 'ends_at') return e.faultTime
    const [, index = '0', field, value] = path.split('.')
    const area = draft.areas[Number(index)]
    const letter = area?.letter ?? ''
    if (reason !== 'missing' || !area) return e.faultOf({ letter, fault: wordAt(faults, path) ?? '' })
    if (field === 'label') return e.lacksLabel({ letter })
    return area.action && (value || area.action.type === 'my_data')
      ? e[lacks[area.action.type]]({ letter })
      : e.lacksAction({ letter })
  }
  return faults.map((fault) => ({ path: fault.path, words: wordsOf(fault) }))
}
