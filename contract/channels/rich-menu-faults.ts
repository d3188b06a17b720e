import { type Fault as AnyFault, ofAddress, ofText } from '../broadcasts/fault.ts'
import { overlap } from '../broadcasts/imagemap-faults.ts'
import {
  richMenuLimits as limits,
  type RichMenuAction,
  type RichMenuArea,
  type RichMenuContent,
  richMenuSizes,
} from './rich-menu.ts'

/** Faults of a menu: those of messages, a number that no telephone dials, and a picture of the other size. */
interface RichMenuFault {
  /** Place of the field: `areas.0.label`. */
  path: string
  reason: AnyFault['reason'] | 'not_phone' | 'other_size'
}

/** Digits of a telephone number, also with spaces and dashes. */
const PHONE = /^\+?\d[\d -]{1,28}\d$/

/** `my_data`: the page My data is on. */
type Checked = RichMenuContent & { is_default: boolean; my_data: boolean }

/** Lists what keeps a menu from being used, each fault at its field. */
export function richMenuFaults(menu: Checked): RichMenuFault[] {
  const { picture, chat_bar_text, areas, size, label_ids, is_default, starts_at, ends_at, my_data } = menu
  const faults: RichMenuFault[] = []
  if (!picture) faults.push({ path: 'picture', reason: 'missing' })
  else if (picture.size !== size) faults.push({ path: 'picture', reason: 'other_size' })
  faults.push(...ofText(chat_bar_text, 'chat_bar_text', limits.chatBarText))
  if (areas.length === 0) faults.push({ path: 'areas', reason: 'missing' })
  for (const [index, area] of areas.entries()) {
    const at = `areas.${index}`
    faults.push(...ofPlace(area, areas.slice(0, index), size, at))
    if (area.label.length > limits.label) faults.push({ path: `${at}.label`, reason: 'too_long' })
    faults.push(...ofAction(area, at))
    if (area.action?.type === 'my_data' && !my_data) faults.push({ path: `${at}.action`, reason: 'missing' })
  }
  if (!is_default && label_ids.length === 0) faults.push({ path: 'label_ids', reason: 'missing' })
  if (starts_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
    faults.push({ path: 'ends_at', reason: 'empty' })
  return faults
}

function ofPlace(
  area: RichMenuArea,
  before: readonly RichMenuArea[],
  size: RichMenuContent['size'],
  at: string,
): RichMenuFault[] {
  const { x, y, width, height } = area
  const whole = richMenuSizes[size]
  if (width < 1 || height < 1) return [{ path: at, reason: 'empty' }]
  if (x < 0 || y < 0 || x + width > whole.width || y + height > whole.height) return [{ path: at, reason: 'outside' }]
  return before.some((other) => overlap(other, area)) ? [{ path: at, reason: 'overlaps' }] : []
}

function ofAction({ action, label }: RichMenuArea, at: string): RichMenuFault[] {
  if (!action) return [{ path: `${at}.action`, reason: 'missing' }]
  const spoken = () => ofText(label, `${at}.label`, limits.label).filter(({ reason }) => reason === 'missing')
  return [...ofValue(action, `${at}.action`), ...(action.type === 'answer' || action.type === 'coupon' ? spoken() : [])]
}

function ofValue(action: RichMenuAction, at: string): RichMenuFault[] {
  switch (action.type) {
    case 'link':
      return ofAddress(action.url, `${at}.url`, limits.uri)
    case 'message':
      return ofText(action.text, `${at}.text`, limits.message)
    case 'answer':
      return action.answer_id === null ? [{ path: `${at}.answer_id`, reason: 'missing' }] : []
    case 'coupon':
      return ofText(action.code, `${at}.code`, 100)
    case 'phone':
      if (action.number.trim() === '') return [{ path: `${at}.number`, reason: 'missing' }]
      return PHONE.test(action.number.trim()) ? [] : [{ path: `${at}.number`, reason: 'not_phone' }]
    case 'menu':
      return action.rich_menu_id === null ? [{ path: `${at}.rich_menu_id`, reason: 'missing' }] : []
    case 'my_data':
      return []
  }
}
