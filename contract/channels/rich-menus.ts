import { z } from 'zod'
import { byId, Id, Name, Time, TimeText } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { MAX_RICH_MENUS, RichMenu, RichMenuPicture, RichMenuSummary, richMenuContent } from './rich-menu.ts'

/** Bytes of an uploaded picture. It is made smaller for LINE, which takes 1 MB. */
const MAX_PICTURE_BYTES = 10 * 1024 * 1024
/** Areas with long links. */
const BODY_BYTES = 256 * 1024

const read = 'cdp-core.setting-line.read'
const edit = 'cdp-core.setting-line.edit'

/** Every menu of an account in order, the default one last. */
const RichMenuList = z.object({
  menus: z.array(RichMenuSummary),
  /** Friends of the account: the sum of those of all menus, and of those without one. */
  friends: z.int(),
  /** Friends without a customer. They get the default menu. */
  unknown_friends: z.int(),
  /** Friends whose menu at LINE is not the right one yet, and when the last one got theirs. */
  waiting: z.int(),
  settled_at: Time.nullable(),
  /** True if the last change of the order can be taken back. */
  can_undo: z.boolean(),
})

/** `origin_time`: updated_at as it was read. */
const origin = { origin_time: TimeText }

/** Rich menus of LINE accounts. Paths name the account (`/line-oa/{id}/…`) or the menu. */
export const richMenus = feature({
  list: {
    method: 'GET',
    path: '/line-oa/{id}/rich-menu',
    summary: ['อ่านรายการเมนูของบัญชี LINE OA', 'List menus of a LINE account'],
    permission: read,
    params: byId,
    response: RichMenuList,
  },
  /** The first menu of an account is its default one. */
  create: {
    method: 'POST',
    path: '/line-oa/{id}/rich-menu',
    summary: ['สร้างเมนู', 'Create a menu'],
    permission: edit,
    audit: 'rich_menu_created',
    params: byId,
    /** `copy_of`: a menu of the account whose content it begins with. */
    body: z.strictObject({ name: Name, copy_of: Id.nullable().default(null) }),
    response: RichMenu,
    errors: ['name_taken', 'rich_menu_limit'],
  },
  /** Sets the order of all menus but the default one. */
  order: {
    method: 'PUT',
    path: '/line-oa/{id}/rich-menu/order',
    summary: ['เรียงลำดับเมนู', 'Set the order of menus'],
    permission: edit,
    audit: 'rich_menus_ordered',
    params: byId,
    /** `from`: the order as it was read. */
    body: z.strictObject({ ids: z.array(Id).max(MAX_RICH_MENUS), from: z.array(Id).max(MAX_RICH_MENUS) }),
    response: RichMenuList,
    errors: ['rich_menu_order_changed'],
  },
  /** Takes back the last change of the order, once. */
  undoOrder: {
    method: 'POST',
    path: '/line-oa/{id}/rich-menu/undo-order',
    summary: ['เลิกทำการเรียงลำดับเมนู', 'Undo the order of menus'],
    permission: edit,
    audit: 'rich_menu_order_undone',
    params: byId,
    response: RichMenuList,
    errors: ['rich_menu_order_changed'],
  },
  /** Stores a picture in the pixels of a menu. Its shape decides the size. */
  uploadPicture: {
    method: 'POST',
    path: '/rich-menu/picture',
    summary: ['อัปโหลดรูปของเมนู', 'Upload the picture of a menu'],
    permission: edit,
    audit: 'rich_menu_picture_added',
    // Resizing takes a second.
    transaction: false,
    upload: 'multipart',
    uploadBytes: MAX_PICTURE_BYTES,
    response: RichMenuPicture,
    errors: ['picture_invalid', 'picture_large', 'rich_menu_picture_shape', 'too_large', 'storage_full'],
  },
  get: {
    method: 'GET',
    path: '/rich-menu/{id}',
    summary: ['อ่านเมนู', 'Read a menu'],
    permission: read,
    params: byId,
    response: RichMenu,
  },
  /** Saves changes. All but the name wait for `publish`. */
  update: {
    method: 'PATCH',
    path: '/rich-menu/{id}',
    summary: ['แก้ไขเมนู', 'Change a menu'],
    permission: edit,
    audit: 'rich_menu_changed',
    bodyBytes: BODY_BYTES,
    params: byId,
    body: z
      .strictObject({ ...richMenuContent, name: Name })
      .partial()
      .extend(origin),
    response: RichMenu,
    stale: RichMenu,
    errors: ['name_taken'],
  },
  /** Uses the menu as it is now: for a draft, after changes, and after it was off. */
  publish: {
    method: 'POST',
    path: '/rich-menu/{id}/publish',
    summary: ['ใช้เมนู', 'Use a menu'],
    permission: edit,
    audit: 'rich_menu_published',
    params: byId,
    body: z.strictObject(origin),
    response: RichMenu,
    stale: RichMenu,
    errors: ['rich_menu_incomplete'],
  },
  switchOff: {
    method: 'POST',
    path: '/rich-menu/{id}/off',
    summary: ['ปิดเมนู', 'Switch a menu off'],
    permission: edit,
    audit: 'rich_menu_off',
    params: byId,
    response: RichMenu,
  },
  /** Makes the menu at LINE again, after it was deleted there or refused. */
  recreate: {
    method: 'POST',
    path: '/rich-menu/{id}/recreate',
    summary: ['สร้างเมนูใหม่ที่ LINE', 'Create a menu at LINE again'],
    permission: edit,
    audit: 'rich_menu_recreated',
    params: byId,
    response: RichMenu,
  },
  /** Shows the menu as it is now, for 15 minutes, to the receivers of tests who are friends of the account. */
  tryOut: {
    method: 'POST',
    path: '/rich-menu/{id}/try',
    summary: ['ลองเมนูกับตัวเอง', 'Try a menu yourself'],
    permission: edit,
    audit: 'rich_menu_tried',
    transaction: false,
    params: byId,
    response: z.object({ people: z.int() }),
    errors: ['rich_menu_incomplete', 'broadcast_no_tester', 'channel_unreachable', 'rich_menu_refused'],
  },
  delete: {
    method: 'DELETE',
    path: '/rich-menu/{id}',
    summary: ['ลบเมนู', 'Delete a menu'],
    permission: edit,
    audit: 'rich_menu_deleted',
    params: byId,
  },
})
