import {
  IconArrowsExchange,
  IconLink,
  IconMessage,
  IconMessageCircle,
  IconPhone,
  IconShieldCheck,
  IconTicket,
} from '@tabler/icons-react'
import type { MenuAction } from './menu.ts'

/** Kinds of actions in the order in which they are offered, each with its empty form. */
export const actionKinds = {
  link: { icon: IconLink, blank: { type: 'link', url: '' } },
  answer: { icon: IconMessageCircle, blank: { type: 'answer', answerId: null } },
  message: { icon: IconMessage, blank: { type: 'message', text: '' } },
  coupon: { icon: IconTicket, blank: { type: 'coupon', code: '', title: '' } },
  phone: { icon: IconPhone, blank: { type: 'phone', number: '' } },
  menu: { icon: IconArrowsExchange, blank: { type: 'menu', richMenuId: null } },
  my_data: { icon: IconShieldCheck, blank: { type: 'my_data' } },
} as const satisfies { [T in MenuAction['type']]: { icon: unknown; blank: Extract<MenuAction, { type: T }> } }
