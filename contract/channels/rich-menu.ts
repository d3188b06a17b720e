import { z } from 'zod'
import { MediaName } from '../broadcasts/media.ts'
import { Id, Moment, Text, Time } from '../platform/common.ts'

// Rich menus: a picture below the chat whose areas are tapped. LINE shows each friend one of them.

/** Pixels of a menu at LINE, by its size. */
export const richMenuSizes = {
  large: { width: 2500, height: 1686 },
  compact: { width: 2500, height: 843 },
} as const
export type RichMenuSize = keyof typeof richMenuSizes

/** LINE's limits; texts are counted in UTF-16 units. */
export const richMenuLimits = { areas: 20, chatBarText: 14, label: 20, message: 300, uri: 1000 } as const

/** Menus of an account. LINE takes 1,000 objects; each change of a menu needs one for a while. */
export const MAX_RICH_MENUS = 100

export const richMenuStatuses = ['draft', 'in_use', 'off'] as const

/**
 * Faults of a menu at LINE: it was deleted there, LINE refuses its picture, or something else of it. A menu with a fault is not given to
 * further friends.
 */
export const richMenuAtLineFaults = ['deleted_at_line', 'picture_refused', 'refused'] as const

/** An action of an area. Drafts may be incomplete: `richMenuFaults` lists what is missing. */
export const RichMenuAction = z.discriminatedUnion('type', [
  /** Opens an https address. Taps are counted by a short address of our own. */
  z.strictObject({ type: z.literal('link'), url: Text(2000) }),
  /** The friend sends the text. */
  z.strictObject({ type: z.literal('message'), text: Text(500) }),
  /** The account replies with an answer. */
  z.strictObject({ type: z.literal('answer'), answer_id: Id.nullable() }),
  /** The account replies with a coupon. `code`: LINE's id of it. */
  z.strictObject({ type: z.literal('coupon'), code: Text(100), title: Text(100) }),
  /** Calls a number. */
  z.strictObject({ type: z.literal('phone'), number: Text(50) }),
  /** Switches to another menu of the account, as a tab does. */
  z.strictObject({ type: z.literal('menu'), rich_menu_id: Id.nullable() }),
  /** Opens the store's page My data, whose address follows each change. Does nothing while the page is off. */
  z.strictObject({ type: z.literal('my_data') }),
])
export type RichMenuAction = z.infer<typeof RichMenuAction>

/** Pixels of the menu at LINE; `richMenuFaults` reports areas outside of the picture. */
const Pixels = z.int().min(-10_000).max(10_000)

export const RichMenuArea = z.strictObject({
  /** Names the area in the editor and in counts: A to T. */
  letter: z.string().regex(/^[A-T]$/),
  x: Pixels,
  y: Pixels,
  width: Pixels,
  height: Pixels,
  /** Read out by screen readers, and shown in the chat when an answer or coupon is tapped. */
  label: Text(100),
  /** Null until it is chosen. */
  action: RichMenuAction.nullable(),
})
export type RichMenuArea = z.infer<typeof RichMenuArea>

/** A picture as its upload answered. */
export const RichMenuPicture = z.strictObject({
  name: MediaName,
  /** As it was uploaded. */
  file_name: Text(255),
  /** The size of menu that it has the pixels of. */
  size: z.enum(['large', 'compact']),
  /** As LINE gets it. */
  bytes: z
    .int()
    .min(0)
    .max(1024 * 1024),
})

export type RichMenuPicture = z.infer<typeof RichMenuPicture>

/** The parts of a menu that are in use only after `publish`. */
export const richMenuContent = {
  chat_bar_text: Text(100),
  /** True: the menu is open when the friend enters the chat. */
  opens: z.boolean(),
  size: z.enum(['large', 'compact']),
  picture: RichMenuPicture.nullable(),
  areas: z
    .array(RichMenuArea)
    .max(richMenuLimits.areas)
    .refine((areas) => new Set(areas.map(({ letter }) => letter)).size === areas.length),
  /** Segments and labels whose members get it: any of them. Ignored for the default menu. */
  label_ids: z.array(Id).max(20),
  /** In use only between these instants, if any. */
  starts_at: Moment.nullable(),
  ends_at: Moment.nullable(),
}
export const RichMenuContent = z.object({ ...richMenuContent, starts_at: Time.nullable(), ends_at: Time.nullable() })
export type RichMenuContent = z.infer<typeof RichMenuContent>

/** A segment or label of a menu. */
const MenuLabel = z.object({
  id: Id,
  /** Null for a reader without the right to labels, and of a deleted one. */
  name: z.string().nullable(),
  color: z.string().nullable(),
  /** True: it gives the menu to no friend. */
  deleted: z.boolean(),
})

const RichMenuTaps = z.object({
  /** Different people, and their share in percent of those who have the menu. */
  people: z.int(),
  share: z.number().nullable(),
})

const described = {
  id: Id,
  name: z.string(),
  is_default: z.boolean(),
  /** From 1; null for the default menu, which is last. */
  place: z.int().nullable(),
  status: z.enum(richMenuStatuses),
  fault: z.enum(richMenuAtLineFaults).nullable(),
  /** True while LINE does not have the version in use yet. */
  pending: z.boolean(),
  /** True if there are changes that are not in use. */
  has_draft: z.boolean(),
  labels: z.array(MenuLabel),
  /** In the last 30 days. */
  taps: RichMenuTaps,
  updated_at: Time,
}

/** A menu of the list: the parts in use, or those of a draft that never was. */
export const RichMenuSummary = z.object({
  ...described,
  size: RichMenuContent.shape.size,
  picture: RichMenuContent.shape.picture,
  starts_at: Time.nullable(),
  ends_at: Time.nullable(),
  /** Friends who get it, and those whom it fits, as counted after the order. Null until they are counted. */
  friends: z.int().nullable(),
  fits: z.int().nullable(),
})
export type RichMenuSummary = z.infer<typeof RichMenuSummary>

/** Taps of an area in the last 30 days. */
const AreaTaps = z.object({
  letter: z.string(),
  people: z.int(),
  taps: z.int(),
})

/** A menu as the editor shows it: with the changes that are not in use yet. */
export const RichMenu = z.object({
  ...described,
  channel_id: Id,
  /** True while the page My data is on, which areas may open. */
  my_data: z.boolean(),
  ...RichMenuContent.shape,
  area_taps: z.array(AreaTaps),
  /** Friends who get it once it is used as it is written; null in the answer of a change. */
  reached: z.int().nullable(),
})
export type RichMenu = z.infer<typeof RichMenu>
