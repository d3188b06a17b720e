import { z } from 'zod'
import { Id, IdText, ProfileIdText, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** A menu by its name; null if it was deleted since. */
const NamedMenu = z.object({ id: Id, name: z.string().nullable() })
/** A segment or label by its name; null if it was deleted since, and for a reader without the right to labels. */
const NamedLabel = z.object({ id: Id, name: z.string().nullable() })

const Move = z.object({
  at: Time,
  /** Null: the default menu. */
  from: NamedMenu.nullable(),
  to: NamedMenu.nullable(),
  /** The segment or label that the customer had joined; null for the default menu. */
  label: NamedLabel.nullable(),
})

/** The menu that one customer sees. */
export const MenuOfPerson = z.object({
  /** `none`: no friend of the account. */
  status: z.enum(['friend', 'blocked', 'none']),
  /**
   * True if the menu depends on a segment whose members the reader may not see, for any customer: the rest is then null and empty.
   */
  hidden: z.boolean(),
  /** The menu that the customer should have; null if none fits and there is no default menu in use. */
  menu: NamedMenu.extend({ place: z.int().nullable() }).nullable(),
  /** Why; null for the default menu. */
  label: NamedLabel.nullable(),
  /** Later menus that fit as well, in order. */
  also: z.array(NamedMenu.extend({ place: z.int().nullable() })),
  /** False while LINE shows another one. */
  shown: z.boolean(),
  /** The last twenty, the newest first. */
  moves: z.array(Move),
})
export type MenuOfPerson = z.infer<typeof MenuOfPerson>

/** The menu that a person sees. */
export const richMenuFriends = feature({
  person: {
    method: 'GET',
    path: '/line-oa/{id}/rich-menu/person/{profile_id}',
    summary: ['อ่านเมนูที่ลูกค้าเห็น', 'Read the menu a customer sees'],
    permission: 'cdp-core.setting-line.read',
    // It shows segments and labels of the customer.
    alsoRequires: 'cdp-core.profile.read',
    params: z.strictObject({ id: IdText, profile_id: ProfileIdText }),
    response: MenuOfPerson,
  },
})
