import { z } from 'zod'
import { feature } from '../platform/endpoint.ts'
import { notice } from '../platform/notice.ts'
import { permissions } from '../platform/permissions.ts'

/** Rights that one request names: those of one button. */
const MAX_RIGHTS = 8

/** A member asks the owners for a right. It leads to the member's role, where the right is granted. */
export const rightRequestNotice = notice({
  kind: 'right_requested',
  topic: 'people',
  readBy: 'store.role.edit',
  own: true,
  leadsTo: { screen: 'setting-role-permission-edit', param: 'roleId', id: 'role_id' },
  data: ['request_id', 'user_id', 'role_id'],
  names: { name: ['user', 'user_id'], right: ['right', 'request_id'], role: ['role', 'role_id'] },
  says: {
    completed: {
      title: { th: '{name} ขอสิทธิ์ “{right}”', en: '{name} asks for the permission “{right}”' },
      text: {
        th: 'เปิดบทบาท {role} แล้วติ๊กสิทธิ์นี้ หากต้องการให้',
        en: 'Open the role {role} and tick the permission to grant it.',
      },
    },
  },
})

/** Requests of members for rights that they lack. */
export const rightRequests = feature({
  /** Notifies each owner, once in 24 hours for each person and right. Rights that the caller holds are left out. */
  create: {
    method: 'POST',
    path: '/right-request',
    summary: ['ขอสิทธิ์จากเจ้าของร้าน', 'Request permissions from the owner'],
    permission: 'member',
    // Changes nothing that concerns customers.
    audit: false,
    body: z.strictObject({ permissions: z.array(z.enum(permissions)).min(1).max(MAX_RIGHTS) }),
    /** `sent`: rights of which the owners were notified now; they know of the others already. */
    response: z.object({ sent: z.array(z.enum(permissions)) }),
  },
})
